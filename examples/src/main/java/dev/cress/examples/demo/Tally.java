package dev.cress.examples.demo;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a cache answered. Thread-safe. */
final class Tally {

  private static final int MOST_EXAMPLES = 5;

  private final LongAdder operations = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final LongAdder hits = new LongAdder();
  private final LongAdder wrongAnswers = new LongAdder();
  private final LongAdder ttlErrors = new LongAdder();
  private final LongAccumulator mostLifeLost = new LongAccumulator(Math::max, 0);
  private final Queue<String> examples = new ConcurrentLinkedQueue<>();

  private volatile Counts beforeChanges = new Counts(0, 0, 0, 0, 0);

  void operation() {
    operations.increment();
  }

  /** Counts a read of a key that must exist; a hit is the right value. */
  void read(boolean hit) {
    reads.increment();
    if (hit) {
      hits.increment();
    }
  }

  void wrongAnswer(String what) {
    wrongAnswers.increment();
    example(what);
  }

  void ttlError(String what) {
    ttlErrors.increment();
    example(what);
  }

  /** Notes that a key will end this much earlier than its expiry was set to, in ms. */
  void lifeLost(long millis) {
    mostLifeLost.accumulate(millis);
  }

  long mostLifeLost() {
    return mostLifeLost.get();
  }

  private void example(String what) {
    if (examples.size() < MOST_EXAMPLES) {
      examples.add(what);
    }
  }

  /** The first mistakes, in words. */
  List<String> examples() {
    return List.copyOf(examples);
  }

  Counts counts() {
    return new Counts(
        operations.sum(), reads.sum(), hits.sum(), wrongAnswers.sum(), ttlErrors.sum());
  }

  void firstChangeBegins() {
    beforeChanges = counts();
  }

  Counts sinceFirstChange() {
    return counts().since(beforeChanges);
  }

  /**
   * The counts at one moment, or what came in between two. Immutable.
   *
   * @param operations commands answered
   * @param reads reads of keys that must exist
   * @param hits those that got the right value
   * @param wrongAnswers answers that contradict what was written
   * @param ttlErrors keys that live too long, too short or for ever
   */
  record Counts(long operations, long reads, long hits, long wrongAnswers, long ttlErrors) {

    Counts since(Counts earlier) {
      return new Counts(
          operations - earlier.operations,
          reads - earlier.reads,
          hits - earlier.hits,
          wrongAnswers - earlier.wrongAnswers,
          ttlErrors - earlier.ttlErrors);
    }

    /** From 0 to 1; 1 if nothing was read. */
    double hitRate() {
      return reads == 0 ? 1 : (double) hits / reads;
    }
  }
}
