package dev.cress.migration;

import java.util.concurrent.CompletableFuture;

/** A change of the topology that was asked for. Thread-safe. */
public interface Migration {

  /**
   * How far it has come.
   *
   * @return a snapshot
   */
  MigrationProgress progress();

  /**
   * The end of the change: completes when the new topology is in force, fails with {@link
   * MigrationException} when the change was refused or given up; then nothing was moved and the old
   * topology stays in force.
   *
   * @return a future that completes with the keys that were lost: 0 unless the window had to be
   *     closed before everything had moved. Completing or cancelling it has no effect on the
   *     change.
   */
  CompletableFuture<Long> completion();

  /**
   * Ends a window that moves keys only when they are touched: moves all others now. Has no effect
   * when they move in the background anyway.
   */
  void drain();
}
