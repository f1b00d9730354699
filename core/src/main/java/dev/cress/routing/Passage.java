package dev.cress.routing;

import java.util.List;

/**
 * What stands between a command and its target while a change is under way. Commands on one key
 * pass in the order in which they came. Thread-safe.
 */
public interface Passage {

  /**
   * Tells whether a command on one key may go on at once. Cheap.
   *
   * @param key the key
   * @param gated whether the view says that the key is gated
   * @return whether it may
   */
  boolean isFree(byte[] key, boolean gated);

  /**
   * Lines a command up behind the others on its keys.
   *
   * @param command the command
   * @param keys its keys
   * @param gated for each key, whether the view says that it is gated
   * @return true if it waits; false if it may go on at once after all
   * @throws dev.cress.node.CressException if too many commands wait already
   */
  boolean enqueue(Waiting command, List<byte[]> keys, boolean[] gated);
}
