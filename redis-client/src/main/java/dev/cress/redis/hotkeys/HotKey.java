package dev.cress.redis.hotkeys;

import java.util.Arrays;

/**
 * One key that many commands of this client were about, in the window now and the one before it.
 * Immutable.
 */
public final class HotKey {

  private final byte[] key;
  private final String node;
  private final long commands;
  private final Share ofNode;
  private final Share ofAll;

  /**
   * Creates a value.
   *
   * @param key the encoded key
   * @param node the name of the node that its commands went to
   * @param commands how many there were, as an estimate
   * @param ofNode their share of that node's commands
   * @param ofAll their share of all commands
   */
  public HotKey(byte[] key, String node, long commands, Share ofNode, Share ofAll) {
    this.key = key.clone();
    this.node = node;
    this.commands = commands;
    this.ofNode = ofNode;
    this.ofAll = ofAll;
  }

  /**
   * The key.
   *
   * @return a copy of its bytes
   */
  public byte[] key() {
    return key.clone();
  }

  /**
   * The node that its commands went to.
   *
   * @return the node's name
   */
  public String node() {
    return node;
  }

  /**
   * How many commands were about the key; a key of a command with several counts as a command.
   *
   * @return an estimate, with the relative error of {@link #ofNode()}
   */
  public long commands() {
    return commands;
  }

  /**
   * The key's share of its node's commands.
   *
   * @return the share
   */
  public Share ofNode() {
    return ofNode;
  }

  /**
   * The key's share of the commands of all nodes.
   *
   * @return the share
   */
  public Share ofAll() {
    return ofAll;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HotKey that
        && Arrays.equals(key, that.key)
        && node.equals(that.node)
        && commands == that.commands
        && ofNode.equals(that.ofNode)
        && ofAll.equals(that.ofAll);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) * 31 + node.hashCode();
  }

  /** Tells all but the key, as this text may end up in logs. */
  @Override
  public String toString() {
    return "a key of node " + node + " with " + ofNode + " of its commands";
  }

  /**
   * An estimated share with its bounds: the sketch's own error, widened by the 95 % interval of a
   * sample of this size (Wilson's, doi.org/10.1080/01621459.1927.10502953). The interval holds for
   * commands with one key; those with many keys make it a little too narrow.
   *
   * @param estimate 0 to 1
   * @param low not above the estimate
   * @param high not below the estimate
   */
  public record Share(double estimate, double low, double high) {

    private static final double DEVIATIONS = 1.96;

    /**
     * The share that a count in a sample stands for.
     *
     * @param estimate how often the key was seen
     * @param low at least so often
     * @param high at most so often
     * @param samples of so many, more than 0
     * @return the share
     */
    public static Share of(long estimate, long low, long high, long samples) {
      return new Share(
          (double) estimate / samples,
          Math.max(0, wilson(low, samples, -DEVIATIONS)),
          Math.min(1, wilson(high, samples, DEVIATIONS)));
    }

    private static double wilson(long seen, long samples, double z) {
      double share = (double) seen / samples;
      double square = z * z;
      double spread =
          z * Math.sqrt(share * (1 - share) / samples + square / (4.0 * samples * samples));
      return (share + square / (2.0 * samples) + spread) / (1 + square / samples);
    }
  }
}
