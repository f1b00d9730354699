package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.selector.MigrationPlan;
import dev.cress.selector.MigrationPlan.NodeShare;
import dev.cress.selector.Placement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes placements and plans as JSON objects; their field names are part of the interface. */
final class Describe {

  private Describe() {}

  /** Returns selector, fingerprint and nodes. */
  static Map<String, Object> placement(Placement placement) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("selector", placement.selector().id());
    object.put("fingerprint", HexFormat.of().toHexDigits(placement.fingerprint()));
    object.put("nodes", placement.nodes().toString());
    return object;
  }

  /** Returns the shares of a plan, all from 0 to 1. */
  static Map<String, Object> plan(MigrationPlan plan) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("movedFraction", plan.movedFraction());
    object.put("standardError", plan.standardError());
    object.put("exact", plan.isExact());
    object.put("minimumFraction", plan.minimumFraction());
    object.put("balanceBefore", plan.balanceBefore());
    object.put("balanceAfter", plan.balanceAfter());
    List<Object> nodes = new ArrayList<>();
    for (NodeShare share : plan.nodes()) {
      Map<String, Object> node = node(share.node());
      node.put("before", share.before());
      node.put("after", share.after());
      node.put("in", share.in());
      node.put("out", share.out());
      node.put("dueBefore", share.dueBefore());
      node.put("dueAfter", share.dueAfter());
      nodes.add(node);
    }
    object.put("nodes", nodes);
    return object;
  }

  /** Returns name, address and weight. */
  static Map<String, Object> node(Node node) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", node.name());
    object.put("address", node.address());
    object.put("weight", node.weight());
    return object;
  }
}
