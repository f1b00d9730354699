package dev.cress.migration;

import dev.cress.node.Node;
import java.util.concurrent.CompletionStage;

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
   * @return what the pass met
   * @throws InterruptedException if interrupted; what was moved stays moved
   */
  DrainPass drain(Node from) throws InterruptedException;

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
   */
  record DrainPass(long met, long failed) {}
}
