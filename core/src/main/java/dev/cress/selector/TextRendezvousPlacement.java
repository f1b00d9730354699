package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rendezvous where the score is the hash of a node's text followed by the key. In a look-up the key
 * stands once in an array, and the nodes' texts are put before it in turn.
 */
final class TextRendezvousPlacement extends NodePlacement {

  private final Rule rule;
  private final Entry[] entries; // a list would make an iterator for each look-up
  private final int room;

  /**
   * Creates a placement.
   *
   * @param entries the nodes' texts; of equal scores the first wins
   */
  TextRendezvousPlacement(
      Selector selector, NodeSet nodes, long fingerprint, Rule rule, List<Entry> entries) {
    super(selector, nodes, fingerprint);
    this.rule = rule;
    this.entries = entries.toArray(Entry[]::new);
    this.room = entries.stream().mapToInt(entry -> entry.text().length).max().orElse(0);
  }

  @Override
  public int ownerIndex(byte[] bytes, int from, int to) {
    return best(bytes, from, to, null);
  }

  @Override
  int firstIndex(byte[] key, Candidates candidates) {
    return best(key, 0, key.length, candidates);
  }

  private int best(byte[] bytes, int from, int to, @Nullable Candidates candidates) {
    Objects.checkFromToIndex(from, to, bytes.length);
    long range = rule.keyTag().range(bytes, from, to);
    int keyFrom = KeyTag.from(range);
    int keyTo = KeyTag.to(range);
    byte[] text = Scratch.atLeast(room + rule.keyText().maxLength(keyTo - keyFrom));
    int end = rule.keyText().write(bytes, keyFrom, keyTo, text, room);
    int best = -1;
    long highest = -1;
    for (Entry entry : entries) {
      if (candidates == null || candidates.allows(entry.node())) {
        int start = room - entry.text().length;
        System.arraycopy(entry.text(), 0, text, start, entry.text().length);
        long score = rule.hash().of(text, start, end);
        if (score > highest) {
          highest = score;
          best = entry.node();
        }
      }
    }
    return best;
  }

  /** How a score is made: a hash of up to 63 bits, and the part of the key that is hashed. */
  record Rule(HashFunction hash, KeyTag keyTag, KeyText keyText) {}

  /** A node's index and one of its texts. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(int node, byte[] text) {}
}
