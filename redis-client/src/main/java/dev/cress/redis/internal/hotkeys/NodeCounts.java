package dev.cress.redis.internal.hotkeys;

import java.nio.ByteBuffer;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;

/**
 * The keys of one node in two windows, this one and the one before. Not thread-safe: its owner's
 * lock guards it.
 */
final class NodeCounts {

  /* A power of two. Of its places 3/4 are used, and a count is short by 3.5/1024 of all at most. */
  private static final int MAP_SIZE = 1024;

  private long window;
  private ItemsSketch<ByteBuffer> current = new ItemsSketch<>(MAP_SIZE);
  private ItemsSketch<ByteBuffer> previous = new ItemsSketch<>(MAP_SIZE);

  NodeCounts(long window) {
    this.window = window;
  }

  /** Forgets what is too old. */
  void rotate(long now) {
    if (now > window) {
      previous = now == window + 1 ? current : new ItemsSketch<>(MAP_SIZE);
      current = new ItemsSketch<>(MAP_SIZE);
      window = now;
    }
  }

  void count(Sample sample) {
    current.update(sample.key(), sample.weight());
  }

  boolean isEmpty() {
    return current.getStreamLength() + previous.getStreamLength() == 0;
  }

  /** Both windows in one. */
  ItemsSketch<ByteBuffer> both() {
    return new ItemsSketch<ByteBuffer>(MAP_SIZE).merge(previous).merge(current);
  }

  /** The share of the hottest key in both windows, 0 to 1. */
  double hottest() {
    ItemsSketch<ByteBuffer> both = both();
    ItemsSketch.Row<ByteBuffer>[] rows = both.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES);
    return rows.length == 0 ? 0 : (double) rows[0].getEstimate() / both.getStreamLength();
  }
}
