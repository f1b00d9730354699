package dev.cress.migration;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.topology.TopologyDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The servers of a change, looked at before anything changes, and the reasons to refuse it.
 * Immutable.
 *
 * @param before the node set that the change leaves
 * @param after the node set that it leads to
 * @param facts what each server says, by {@link TopologyDocument#serverKey}
 */
record ChangeCheck(NodeSet before, NodeSet after, Map<String, ServerFacts> facts) {

  static ChangeCheck inspect(NodeSet before, NodeSet after, Fences fences) {
    Map<String, ServerFacts> facts = new LinkedHashMap<>();
    for (Node node : bothSets(before, after)) {
      facts.put(TopologyDocument.serverKey(node), fences.inspect(node));
    }
    return new ChangeCheck(before, after, facts);
  }

  /** Every node of both sets, one for each name and address. */
  static List<Node> bothSets(NodeSet before, NodeSet after) {
    Map<String, Node> nodes = new LinkedHashMap<>();
    before.forEach(node -> nodes.put(TopologyDocument.serverKey(node), node));
    after.forEach(node -> nodes.putIfAbsent(TopologyDocument.serverKey(node), node));
    return List.copyOf(nodes.values());
  }

  Map<String, String> identities() {
    return facts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().identity()));
  }

  void refuseUnless(MigrationPolicy policy) {
    refuseMissingPermissions();
    refuseSharedServers();
    if (!policy.isForced()) {
      refuseDroppingMost();
    }
    if (policy.leftovers() == MigrationPolicy.Leftovers.REFUSE) {
      refuseUnknownData();
    }
  }

  private void refuseMissingPermissions() {
    List<String> lines = new ArrayList<>();
    for (Node node : bothSets(before, after)) {
      List<String> missing = factsOf(node).missingPermissions();
      if (!missing.isEmpty()) {
        lines.add(node.name() + ": " + String.join(" ", missing));
      }
    }
    if (!lines.isEmpty()) {
      throw new MigrationException(
          "the change needs commands that this user may not call: " + String.join("; ", lines));
    }
  }

  private void refuseSharedServers() {
    Map<String, Node> seen = new LinkedHashMap<>();
    for (Node node : after) {
      Node other = seen.put(factsOf(node).identity(), node);
      if (other != null) {
        throw new MigrationException(
            "nodes " + other.name() + " and " + node.name() + " are one server and one database");
      }
    }
  }

  private void refuseDroppingMost() {
    long dropped =
        before.nodes().stream().filter(node -> after.find(node.name()).isEmpty()).count();
    boolean renamedOnly = before.nodes().stream().allMatch(node -> isServerOf(node, after));
    if (dropped * 2 > before.size() && !renamedOnly) {
      throw new MigrationException(
          "the change drops "
              + dropped
              + " of "
              + before.size()
              + " nodes at once; allow it by MigrationPolicy.builder().force()");
    }
  }

  private void refuseUnknownData() {
    for (Node node : after) {
      ServerFacts server = factsOf(node);
      if (server.isUnknown() && !server.empty() && !isServerOf(node, before)) {
        throw new MigrationException(
            "node "
                + node.name()
                + " holds data but never was part of this cache; empty it, or let Cress remove the"
                + " keys it will own by leftovers(SWEEP)");
      }
    }
  }

  /** Tells whether a node's server is one of a node set's, by whatever name and address. */
  boolean isServerOf(Node node, NodeSet nodes) {
    String identity = factsOf(node).identity();
    return nodes.nodes().stream().anyMatch(other -> factsOf(other).identity().equals(identity));
  }

  ServerFacts factsOf(Node node) {
    ServerFacts found = facts.get(TopologyDocument.serverKey(node));
    if (found == null) {
      throw new IllegalStateException("node " + node.name() + " was not looked at");
    }
    return found;
  }
}
