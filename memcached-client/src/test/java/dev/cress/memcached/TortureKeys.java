package dev.cress.memcached;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The keys of one run: a few hot ones, and new ones that all threads use for a short time only.
 * Texts and counters have keys of their own. Thread-safe.
 */
final class TortureKeys {

  private static final int HOT = 8;
  private static final int USES_OF_A_NEW_KEY = 40;

  private final AtomicLong uses = new AtomicLong();
  private final Consumer<String> blindWrite;

  /**
   * @param blindWrite told the key before each set and delete
   */
  TortureKeys(Consumer<String> blindWrite) {
    this.blindWrite = blindWrite;
  }

  String text(SplittableRandom random) {
    return "text:" + next(random);
  }

  String counter(SplittableRandom random) {
    return "count:" + next(random);
  }

  private String next(SplittableRandom random) {
    return random.nextBoolean()
        ? "hot" + random.nextInt(HOT)
        : "new" + uses.incrementAndGet() / USES_OF_A_NEW_KEY;
  }

  /** A hot key, to do something to it at a server. */
  static String hot(Random random) {
    return (random.nextBoolean() ? "text:hot" : "count:hot") + random.nextInt(HOT);
  }

  void blindWrite(String key) {
    blindWrite.accept(key);
  }
}
