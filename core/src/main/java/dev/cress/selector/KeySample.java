package dev.cress.selector;

import dev.cress.node.Node;
import java.util.function.Function;

/**
 * Plans a change from a random sample of the keys that there are, such as the result of a {@code
 * SCAN}, by number and by size; or from all of them, see {@link #complete}. Keeps no key: its space
 * depends on the nodes alone. Not thread-safe.
 */
public final class KeySample {

  private final Placement before;
  private final Placement after;
  private final Flows keys;
  private final Flows bytes;
  private long size;
  private boolean complete;

  /**
   * Begins a sample, where a node's address is its server.
   *
   * @param before the placement that is left
   * @param after the placement that is reached
   */
  public KeySample(Placement before, Placement after) {
    this(before, after, Node::address);
  }

  /**
   * Begins a sample.
   *
   * @param before the placement that is left
   * @param after the placement that is reached
   * @param server which server is behind a node: nothing moves between nodes of one server
   */
  public KeySample(Placement before, Placement after, Function<Node, String> server) {
    this.before = before;
    this.after = after;
    this.keys = new Flows(before.nodes(), after.nodes(), server);
    this.bytes = new Flows(before.nodes(), after.nodes(), server);
  }

  /**
   * Adds a key.
   *
   * @param key the key; may be empty
   * @param sizeInBytes what the key and its value take, 0 or more
   * @throws IllegalArgumentException if the size is negative
   * @throws dev.cress.node.RoutingException if a preset has no owner for this key, which then was
   *     not added
   */
  public void add(byte[] key, long sizeInBytes) {
    if (sizeInBytes < 0) {
      throw new IllegalArgumentException("sizeInBytes must be 0 or more but was " + sizeInBytes);
    }
    int from = before.ownerIndex(key, 0, key.length);
    int to = after.ownerIndex(key, 0, key.length);
    keys.add(from, to, 1);
    bytes.add(from, to, (double) sizeInBytes);
    size++;
  }

  /** Says that all keys that there are were added: plans are exact from now on. */
  public void complete() {
    complete = true;
  }

  /**
   * Returns how many keys were added.
   *
   * @return 0 or more
   */
  public long size() {
    return size;
  }

  /**
   * Returns the sum of the sizes.
   *
   * @return bytes, 0 or more
   */
  public long bytes() {
    return (long) bytes.total();
  }

  /**
   * Plans by number of keys, with the error that comes from the size of the sample; exactly if the
   * sample is {@link #complete}.
   *
   * @return the plan
   * @throws IllegalStateException if no key was added
   */
  public MigrationPlan byKeys() {
    return plan(keys, "key");
  }

  /**
   * Plans by size, with the error that comes from the size of the sample; exactly if the sample is
   * {@link #complete}.
   *
   * @return the plan
   * @throws IllegalStateException if no key with a size above 0 was added
   */
  public MigrationPlan byBytes() {
    return plan(bytes, "key with a size");
  }

  private MigrationPlan plan(Flows flows, String needed) {
    if (flows.total() == 0) {
      throw new IllegalStateException("the sample must have at least one " + needed);
    }
    return complete ? flows.exactly() : flows.estimate();
  }
}
