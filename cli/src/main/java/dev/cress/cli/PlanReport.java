package dev.cress.cli;

import dev.cress.cli.Measure.Change;
import dev.cress.selector.MigrationPlan;
import dev.cress.selector.MigrationPlan.NodeShare;
import dev.cress.selector.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan for people and for programs.
 *
 * @param facts how it was measured
 * @param leftOut a line about keys that were left out, or nothing
 * @param byBytes the same change by size, where sizes are known
 */
record PlanReport(
    Change change,
    MigrationPlan plan,
    Map<String, Object> facts,
    String leftOut,
    @Nullable MigrationPlan byBytes) {

  Map<String, Object> json() {
    Map<String, Object> object = Describe.plan(plan);
    object.putAll(facts);
    if (byBytes != null) {
      object.put("byBytes", Describe.plan(byBytes));
    }
    object.put("from", Describe.placement(change.before()));
    object.put("to", Describe.placement(change.after()));
    return object;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("from  ").append(side(change.before()));
    text.append("to    ").append(side(change.after()));
    text.append("\n").append(moved("keys", plan));
    if (byBytes != null) {
      text.append(moved("bytes", byBytes));
    }
    text.append(
        "True to the weights it would be at least %s.\n"
            .formatted(Text.percent(plan.minimumFraction())));
    text.append(measured()).append("\n").append(leftOut);
    return text.append("\n")
        .append(Text.table(2, rows()))
        .append(
            "\nThe fullest node holds %s times its due before and %s times after.\n"
                .formatted(Text.ratio(plan.balanceBefore()), Text.ratio(plan.balanceAfter())))
        .toString();
  }

  private String measured() {
    return switch (String.valueOf(facts.get("measuredBy"))) {
      case "scan" ->
          "Shares of %s with %s bytes; %s of them are not on their owner."
              .formatted(
                  plan.isExact()
                      ? "all %s keys on the nodes now".formatted(facts.get("keys"))
                      : "a sample of %s of %s keys on the nodes now"
                          .formatted(facts.get("keys"), facts.get("keysOnNodes")),
                  facts.get("bytes"),
                  facts.get("keysNotOnTheirOwner"));
      case "keys" -> "Shares of %s keys.".formatted(facts.get("keys"));
      default -> "Shares of all hashes.";
    };
  }

  private static String side(Placement placement) {
    return "%s, nodes: %d\n".formatted(placement.selector().id(), placement.nodes().size());
  }

  private static String moved(String what, MigrationPlan plan) {
    String error =
        plan.standardError() == 0
            ? "exactly"
            : "estimated, with a standard error of " + Text.percent(plan.standardError());
    return "%s of the %s move (%s).\n".formatted(Text.percent(plan.movedFraction()), what, error);
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("NODE", "ADDRESS", "DUE", "BEFORE", "OUT", "IN", "AFTER", "DUE"));
    for (NodeShare share : plan.nodes()) {
      rows.add(
          List.of(
              share.node().name(),
              share.node().address(),
              Text.percent(share.dueBefore()),
              Text.percent(share.before()),
              Text.percent(share.out()),
              Text.percent(share.in()),
              Text.percent(share.after()),
              Text.percent(share.dueAfter())));
    }
    return rows;
  }
}
