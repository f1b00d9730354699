package dev.cress.benchmarks;

import java.time.Duration;

/**
 * How long a benchmark measures. Immutable.
 *
 * @param warmUp how long each side works before anything counts
 * @param round how long a side works in one round
 * @param rounds how many pairs of rounds there are
 * @param drainKeys how many keys a drain moves
 * @param drains how many drains count
 * @param forks how many JVMs JMH starts; 0 measures in this one, which is not exact
 */
record Size(Duration warmUp, Duration round, int rounds, int drainKeys, int drains, int forks) {

  static final Size FULL =
      new Size(Duration.ofSeconds(5), Duration.ofSeconds(1), 15, 1_000_000, 3, 1);

  static final Size QUICK =
      new Size(Duration.ofSeconds(2), Duration.ofMillis(300), 9, 100_000, 3, 1);
}
