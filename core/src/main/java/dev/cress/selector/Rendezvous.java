package dev.cress.selector;

import dev.cress.hash.KeyHash;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;

/** The arithmetic of weighted rendezvous: one draw for each pair of key and node. */
final class Rendezvous {

  /*
   * For a key and a node, `draw` is a number of 52 bits that looks random, and
   *
   *     h = (draw + 0.5) / 2^52       strictly between 0 and 1
   *     score = -weight / ln(h)       the highest score owns the key
   *
   * -ln(h) is exponentially distributed, so a node wins with probability weight / sum of weights
   * whatever the other nodes are. We compare `cost` = 1 / score, where the lowest wins, and give a
   * tie to the node whose name comes first.
   *
   * 52 bits, not 53: with 53 the 0.5 would be rounded and h could become 1. Neighbouring draws then
   * differ by more than a rounding error in h, in ln(h) and in the cost, so that for nodes of one
   * weight the highest draw is the lowest cost, exactly. StrictMath.log, not Math.log: clients on
   * different machines must agree on every bit.
   *
   * All of this holds for weights from 1e-300 to 1e290. Beyond, costs leave the range of a double
   * and ties are more frequent; every client still agrees.
   *
   * Key and name are hashed apart and combined afterwards: hashing them in a row would make
   * ("ab", "c") and ("a", "bc") the same. The name's hash is mixed first, so that a key that equals
   * a node's name is nothing special.
   */
  private static final long MULTIPLIER_1 = 0xbf58476d1ce4e5b9L;
  private static final long MULTIPLIER_2 = 0x94d049bb133111ebL;
  private static final int UNUSED_BITS = 12;
  private static final double DRAW_UNIT = 0x1p-52;

  private Rendezvous() {}

  /** Returns for each node the number that stands for its name. */
  static long[] seeds(NodeSet nodes) {
    return nodes.nodes().stream()
        .mapToLong(node -> mix(KeyHash.of(node.name().getBytes(StandardCharsets.UTF_8))))
        .toArray();
  }

  /** A one-to-one mixing of 64 bits: the last step of SplitMix64. */
  static long mix(long bits) {
    long m = (bits ^ bits >>> 30) * MULTIPLIER_1;
    m = (m ^ m >>> 27) * MULTIPLIER_2;
    return m ^ m >>> 31;
  }

  /** Returns what the key draws at the node: 0 to 2^52 - 1. */
  static long draw(long keyHash, long seed) {
    long m = (keyHash ^ seed) * MULTIPLIER_1;
    m ^= m >>> 32;
    return (m * MULTIPLIER_2) >>> UNUSED_BITS;
  }

  /** Returns the cost of a draw for a node of this weight: the lowest owns the key. */
  static double cost(long draw, double weight) {
    return -StrictMath.log(uniform(draw)) / weight;
  }

  /** Returns a number that is at most {@link #cost} and needs no logarithm: 1 - h <= -ln(h). */
  static double costAtLeast(long draw, double weight) {
    return (1 - uniform(draw)) / weight;
  }

  private static double uniform(long draw) {
    return (draw + 0.5) * DRAW_UNIT;
  }
}
