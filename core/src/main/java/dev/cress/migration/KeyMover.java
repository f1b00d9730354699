package dev.cress.migration;

import dev.cress.node.Node;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Moves keys between servers; one per window, implemented by each adapter. Thread-safe. */
public interface KeyMover {

  /**
   * Makes sure that a key's owner has authority over it: its value was moved there, or is known not
   * to exist. Asynchronous and safe to repeat.
   *
   * @param key the key
   * @param from its previous owner
   * @param to its owner
   * @return completes when the owner may be asked; fails with the reason, then the key is unmoved
   */
  CompletionStage<Void> move(byte[] key, Node from, Node to);

  /**
   * Goes once through all keys of a previous owner and moves those that this change takes away from
   * it. Blocks.
   *
   * @param from the previous owner
   * @param over whether the time for draining is over; asked again and again. Then the pass ends
   *     early and tells of at least one key that could not be moved
   * @return what the pass met
   * @throws InterruptedException if interrupted; what was moved stays moved
   */
  DrainPass drain(Node from, BooleanSupplier over) throws InterruptedException;

  /**
   * Counts the keys of a previous owner that this change takes away from it. Blocks.
   *
   * @param from the previous owner
   * @return how many are still there
   * @throws InterruptedException if interrupted
   */
  long countUnmoved(Node from) throws InterruptedException;

  /**
   * What one pass over a previous owner met.
   *
   * @param met keys that had to move
   * @param failed those of them that could not be moved
   * @param lost those of them that were given up, because their owner had lost its window or the
   *     previous owner is closed
   */
  record DrainPass(long met, long failed, long lost) {

    /** A pass that met nothing. */
    public static final DrainPass EMPTY = new DrainPass(0, 0, 0);

    /** What a pass adds that did not come to its end. */
    public static final DrainPass UNFINISHED = new DrainPass(1, 1, 0);

    /**
     * Adds up two parts of a pass.
     *
     * @param other the other part
     * @return both together
     */
    public DrainPass plus(DrainPass other) {
      return new DrainPass(met + other.met, failed + other.failed, lost + other.lost);
    }
  }
}
