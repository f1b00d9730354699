package dev.cress.redis.internal.hotkeys;

import dev.cress.metrics.CressMetrics;
import dev.cress.redis.hotkeys.HotKey;
import dev.cress.redis.hotkeys.HotKeys;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;

/**
 * Decides which commands are sampled, and counts their keys. Thread-safe.
 *
 * <p>A command that is not sampled costs one random number. A sampled one leaves its key in a
 * buffer; the thread that fills a stripe of it counts what is there, unless another is at it.
 * Nobody waits for the lock but readers.
 */
public final class HotKeyRecorder {

  /** Longer keys are not counted, so that the memory is bounded. */
  static final int LONGEST_KEY = 1024;

  private static final int MOST_REPORTED = 20;

  private final HotKeys settings;
  private final CressMetrics metrics;
  private final LongSupplier nanoTime;
  private final long start;
  private final SampleBuffer buffer = new SampleBuffer();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, NodeCounts> nodes = new TreeMap<>();

  /**
   * Creates a recorder that has seen nothing.
   *
   * @param settings how many commands are sampled, and for how long they count
   * @param metrics told the share of each node's hottest key
   * @param nanoTime the time in ns
   * @throws IllegalStateException if the library of the sketches is not there
   */
  public HotKeyRecorder(HotKeys settings, CressMetrics metrics, LongSupplier nanoTime) {
    this.settings = settings;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    try {
      new NodeCounts(0);
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "hotKeys(…) needs org.apache.datasketches:datasketches-java on the class path", e);
    }
  }

  /**
   * Tells, by chance, whether the command at hand is to be recorded.
   *
   * @return true once in so many calls
   */
  public boolean samples() {
    return ThreadLocalRandom.current().nextInt(settings.oneIn()) == 0;
  }

  /**
   * Records the key of a command.
   *
   * @param node the name of the node that it goes to
   * @param key the encoded key, copied here
   */
  public void record(String node, ByteBuffer key) {
    if (key.remaining() <= LONGEST_KEY) {
      byte[] copy = new byte[key.remaining()];
      key.duplicate().get(copy);
      offer(new Sample(node, ByteBuffer.wrap(copy), 1));
    }
  }

  /**
   * Records a command with several keys: by one of them, which stands for all, so that a command's
   * cost is bounded and no key is favoured.
   *
   * @param node the name of the node that it goes to
   * @param keys the encoded keys, at least one, not changed any more
   */
  public void record(String node, List<byte[]> keys) {
    byte[] key = keys.get(ThreadLocalRandom.current().nextInt(keys.size()));
    if (key.length <= LONGEST_KEY) {
      offer(new Sample(node, ByteBuffer.wrap(key), keys.size()));
    }
  }

  private void offer(Sample sample) {
    if (buffer.offer(sample) && lock.tryLock()) {
      try {
        count();
      } finally {
        lock.unlock();
      }
    }
  }

  /* Under the lock. */
  private void count() {
    long window = (nanoTime.getAsLong() - start) / settings.window().toNanos();
    int known = nodes.size();
    nodes.values().forEach(counts -> counts.rotate(window));
    boolean gone = nodes.values().removeIf(NodeCounts::isEmpty);
    buffer.drain(
        sample ->
            nodes.computeIfAbsent(sample.node(), unused -> new NodeCounts(window)).count(sample));
    if (gone || nodes.size() != known) {
      publish();
    }
  }

  private void publish() {
    Map<String, DoubleSupplier> shares = new TreeMap<>();
    nodes.keySet().forEach(node -> shares.put(node, () -> hottest(node)));
    metrics.hottestKeys(shares);
  }

  private double hottest(String node) {
    lock.lock();
    try {
      count();
      NodeCounts counts = nodes.get(node);
      return counts == null ? 0 : counts.hottest();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The hottest keys of each node.
   *
   * @return at most 20 a node, the hottest of all first
   */
  public List<HotKey> report() {
    lock.lock();
    try {
      count();
      Map<String, ItemsSketch<ByteBuffer>> sketches = new TreeMap<>();
      nodes.forEach((node, counts) -> sketches.put(node, counts.both()));
      return report(sketches);
    } finally {
      lock.unlock();
    }
  }

  private List<HotKey> report(Map<String, ItemsSketch<ByteBuffer>> sketches) {
    long all = sketches.values().stream().mapToLong(ItemsSketch::getStreamLength).sum();
    List<HotKey> keys = new ArrayList<>();
    sketches.forEach(
        (node, sketch) -> {
          long samples = sketch.getStreamLength();
          Arrays.stream(sketch.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES))
              .limit(MOST_REPORTED)
              .forEach(row -> keys.add(hotKey(node, row, samples, all)));
        });
    keys.sort(Comparator.comparingLong(HotKey::commands).reversed());
    return List.copyOf(keys);
  }

  private HotKey hotKey(String node, ItemsSketch.Row<ByteBuffer> row, long samples, long all) {
    long seen = row.getEstimate();
    long low = row.getLowerBound();
    long high = row.getUpperBound();
    return new HotKey(
        row.getItem().array(),
        node,
        seen * settings.oneIn(),
        HotKey.Share.of(seen, low, high, samples),
        HotKey.Share.of(seen, low, high, all));
  }
}
