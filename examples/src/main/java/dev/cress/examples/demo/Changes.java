package dev.cress.examples.demo;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationProgress;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The changes of the node set that a client of Cress was asked for. Thread-safe. */
final class Changes {

  private final AtomicInteger count = new AtomicInteger();
  private volatile @Nullable Migration last;

  /** To be called before a change begins: from then on keys may move. */
  void begin() {
    count.incrementAndGet();
  }

  /** Notes the change to tell of. */
  CompletableFuture<?> follow(Migration migration) {
    last = migration;
    return migration.completion();
  }

  int count() {
    return count.get();
  }

  /** How far the last one has come, in words; empty if there was none. */
  String activity() {
    Migration migration = last;
    if (migration == null) {
      return "";
    }
    MigrationProgress now = migration.progress();
    String phase =
        switch (now.phase()) {
          case STABLE -> migration.completion().isDone() ? "done" : "starting";
          case PREPARE -> "checking";
          case HOLD -> "holding";
          case MIGRATE -> now.drainedNodes() + "/" + now.nodes() + " nodes";
        };
    return String.format(Locale.ROOT, "%s, %,d moved", phase, now.moved());
  }
}
