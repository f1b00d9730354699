package dev.cress.cli;

import dev.cress.selector.MigrationPlan;
import dev.cress.selector.MigrationPlan.NodeShare;
import dev.cress.selector.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One setting in a comparison of distributions.
 *
 * @param shares the plan from this placement to itself
 * @param joined the plan for the nodes that join, if any do
 * @param fromPrevious the plan from the setting before, if there is one
 */
record Variant(
    Placement placement,
    MigrationPlan shares,
    @Nullable MigrationPlan joined,
    @Nullable MigrationPlan fromPrevious) {

  /** Returns how far nodes are off their due, relative to it: the root of the mean square. */
  double deviation() {
    return Math.sqrt(
        shares.nodes().stream()
            .filter(node -> node.dueBefore() > 0)
            .mapToDouble(node -> Math.pow(ofDue(node) - 1, 2))
            .average()
            .orElse(0));
  }

  private static double ofDue(NodeShare node) {
    return node.before() / node.dueBefore();
  }

  Map<String, Object> json() {
    Map<String, Object> object = Describe.placement(placement);
    object.put("exact", shares.isExact());
    object.put("balance", shares.balanceBefore());
    object.put("deviation", deviation());
    if (joined != null) {
      object.put("movedByJoin", joined.movedFraction());
      object.put("minimumByJoin", joined.minimumFraction());
    }
    if (fromPrevious != null) {
      object.put("movedFromPrevious", fromPrevious.movedFraction());
      object.put("minimumFromPrevious", fromPrevious.minimumFraction());
    }
    List<Object> nodes = new ArrayList<>();
    for (NodeShare share : shares.nodes()) {
      Map<String, Object> node = Describe.node(share.node());
      node.put("due", share.dueBefore());
      node.put("share", share.before());
      nodes.add(node);
    }
    object.put("shares", nodes);
    return object;
  }

  String text() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("NODE", "WEIGHT", "DUE", "SHARE", "OF DUE"));
    for (NodeShare share : shares.nodes()) {
      rows.add(
          List.of(
              share.node().name(),
              Text.number(share.node().weight()),
              Text.percent(share.dueBefore()),
              Text.percent(share.before()),
              Text.ratio(ofDue(share))));
    }
    return "%s, nodes: %d, %s\n\n%s\n%s"
        .formatted(
            placement.selector().id(),
            shares.nodes().size(),
            shares.isExact() ? "counted" : "from a sample",
            Text.table(1, rows),
            summary());
  }

  private String summary() {
    StringBuilder text = new StringBuilder();
    text.append(
        "The fullest node holds %s times its due; standard deviation %s.\n"
            .formatted(Text.ratio(shares.balanceBefore()), Text.percent(deviation())));
    if (fromPrevious != null) {
      text.append(moved("From the setting above to this one", fromPrevious));
    }
    if (joined != null) {
      text.append(moved("When the nodes of --join join,", joined));
    }
    return text.toString();
  }

  private static String moved(String when, MigrationPlan plan) {
    return "%s %s of the keys move; true to the weights it would be at least %s.\n"
        .formatted(when, Text.percent(plan.movedFraction()), Text.percent(plan.minimumFraction()));
  }
}
