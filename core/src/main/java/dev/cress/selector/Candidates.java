package dev.cress.selector;

import dev.cress.node.NodeSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The nodes that may still join a replica set: not taken, and in a zone not used. Not shared. */
final class Candidates {

  private final int[] zones;
  private final boolean[] taken;
  private final boolean[] zoneUsed;

  Candidates(int[] zones) {
    this.zones = zones;
    this.taken = new boolean[zones.length];
    this.zoneUsed = new boolean[zones.length];
  }

  /**
   * Numbers the zones: for each node a number below the count of nodes, alone if it has no zone.
   */
  static int[] zones(NodeSet nodes) {
    Map<String, Integer> firstOfZone = new HashMap<>();
    int[] zones = new int[nodes.size()];
    for (int i = 0; i < zones.length; i++) {
      String zone = nodes.get(i).zone();
      Integer first = zone == null ? null : firstOfZone.putIfAbsent(zone, i);
      zones[i] = first == null ? i : first;
    }
    return zones;
  }

  boolean allows(int node) {
    return !taken[node] && !zoneUsed[zones[node]];
  }

  /** Returns the first candidate in the order of names, or -1 if there is none. */
  int first() {
    int node = 0;
    while (node < taken.length && !allows(node)) {
      node++;
    }
    return node < taken.length ? node : -1;
  }

  void take(int node) {
    taken[node] = true;
    zoneUsed[zones[node]] = true;
  }

  /** Begins another round over the zones, once no node is left in an unused one. */
  void allowAllZones() {
    Arrays.fill(zoneUsed, false);
  }
}
