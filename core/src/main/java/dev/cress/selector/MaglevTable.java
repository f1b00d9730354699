package dev.cress.selector;

import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Fills the table of Maglev: the nodes take turns to claim the free slot they like best. */
final class MaglevTable {

  /*
   * A node likes the slots in the order offset, offset + skip, offset + 2 skip, … modulo the number
   * of slots M, where for the 64-bit hash h of its name, taken as unsigned,
   *
   *     offset = h mod M        skip = 1 + mix(h) mod (M - 1)
   *
   * M is prime, so this order names every slot once.
   *
   * Turns go by rounds, in each round in the order of names. A node of the greatest weight has one
   * turn in each round; one of the share s of that weight has its turn number k, from 0, in the
   * first round r with k <= r s. So all have one in round 0, however light they are: every node
   * holds a slot as long as there are no more nodes than slots.
   */
  private static final int FREE = -1;

  private final int[] slots;
  private final double[] shares;
  private final int[] turns;
  private final int[] liked;
  private final int[] skips;

  private MaglevTable(NodeSet nodes, int size) {
    double greatest = nodes.nodes().stream().mapToDouble(Node::weight).max().orElseThrow();
    slots = new int[size];
    shares = nodes.nodes().stream().mapToDouble(node -> node.weight() / greatest).toArray();
    turns = new int[shares.length];
    liked = new int[shares.length];
    skips = new int[shares.length];
    Arrays.fill(slots, FREE);
    for (int i = 0; i < shares.length; i++) {
      long hash = KeyHash.of(nodes.get(i).name().getBytes(StandardCharsets.UTF_8));
      liked[i] = (int) Long.remainderUnsigned(hash, size);
      skips[i] = 1 + (int) Long.remainderUnsigned(Rendezvous.mix(hash), size - 1);
    }
  }

  /** Returns the index of the node of each slot; at least one node, at most one for each slot. */
  static int[] fill(NodeSet nodes, int size) {
    MaglevTable table = new MaglevTable(nodes, size);
    int free = size;
    for (long round = 0; free > 0; round++) {
      free -= table.play(round, free);
    }
    return table.slots;
  }

  /** Plays one round while slots are free; returns how many it took. */
  private int play(long round, int free) {
    int taken = 0;
    for (int node = 0; node < shares.length && taken < free; node++) {
      if (turns[node] <= round * shares[node]) {
        claim(node);
        turns[node]++;
        taken++;
      }
    }
    return taken;
  }

  private void claim(int node) {
    int slot = liked[node];
    while (slots[slot] != FREE) {
      slot = next(slot, node);
    }
    slots[slot] = node;
    liked[node] = next(slot, node);
  }

  private int next(int slot, int node) {
    return (slot + skips[node]) % slots.length;
  }
}
