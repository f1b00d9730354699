package dev.cress.examples.demo;

import dev.cress.examples.demo.Tally.Counts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run measured. Immutable.
 *
 * @param nodes the sizes of the node sets, in their order
 * @param keys how many keys each cache held
 * @param movedFraction share of the keys whose owner Cress changed when a node joined
 * @param minimumFraction the least share that any even distribution must change
 * @param counts what each cache answered from the first change on, by its name
 * @param total what Cress answered in the whole run
 * @param servers where the servers came from
 */
record Result(
    List<Integer> nodes,
    int keys,
    double movedFraction,
    double minimumFraction,
    Map<String, Counts> counts,
    Counts total,
    String servers) {

  boolean isPerfect() {
    return total.wrongAnswers() == 0 && total.ttlErrors() == 0;
  }

  /** One JSON object in one line. */
  String json() {
    String hitRates =
        counts.entrySet().stream()
            .map(entry -> "\"" + entry.getKey() + "\":" + decimal(entry.getValue().hitRate()))
            .collect(Collectors.joining(","));
    return String.format(
        Locale.ROOT,
        "{\"nodes\":%s,\"keys\":%d,\"movedFraction\":%s,\"minimumFraction\":%s,"
            + "\"hitRate\":{%s},\"wrongAnswers\":%d,\"ttlErrors\":%d,\"servers\":\"%s\"}",
        nodes.toString().replace(" ", ""),
        keys,
        decimal(movedFraction),
        decimal(minimumFraction),
        hitRates,
        total.wrongAnswers(),
        total.ttlErrors(),
        servers);
  }

  /** Rounds down: only what is perfect shows as 1. */
  private static String decimal(double value) {
    return BigDecimal.valueOf(value).setScale(4, RoundingMode.FLOOR).toPlainString();
  }
}
