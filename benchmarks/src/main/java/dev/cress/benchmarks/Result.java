package dev.cress.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The answer of a benchmark: numbers in the order in which they were added. Not thread-safe.
 *
 * <p>A number whose name ends in "atio" is a ratio; above 1 Cress is better.
 */
final class Result {

  private final String name;
  private final Map<String, Double> numbers = new LinkedHashMap<>();

  Result(String name, Spread ratio, double cpuRatio) {
    this.name = name;
    with("ratio", ratio.median());
    with("low", ratio.low());
    with("high", ratio.high());
    with("cpuRatio", cpuRatio);
  }

  Result with(String field, double number) {
    numbers.put(field, number);
    return this;
  }

  /** Adds the ratios against one more rival. */
  Result with(String rival, Comparison.Ratios ratios) {
    return with(rival + "Ratio", ratios.throughput().median())
        .with(rival + "CpuRatio", ratios.cpu().median());
  }

  /** One JSON object on one line. */
  String toJson() {
    StringBuilder json = new StringBuilder("{\"name\":\"").append(name).append('"');
    numbers.forEach(
        (field, number) -> json.append(",\"").append(field).append("\":").append(rounded(number)));
    return json.append('}').toString();
  }

  private static String rounded(double number) {
    if (!Double.isFinite(number)) {
      return "null";
    }
    return number >= 1000
        ? Long.toString(Math.round(number))
        : String.format(Locale.ROOT, "%.3f", number);
  }
}
