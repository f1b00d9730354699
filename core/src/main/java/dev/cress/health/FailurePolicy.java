package dev.cress.health;

/**
 * What a client answers for a node that is not connected, or that callers are kept away from. It
 * never asks a node that holds no copy: who owns a key does not depend on who is well. What was
 * sent already fails under every policy. Immutable.
 */
public final class FailurePolicy {

  private static final FailurePolicy FAIL_FAST = new FailurePolicy(false);
  private static final FailurePolicy MISS_ON_FAILURE = new FailurePolicy(true);

  private final boolean missesReads;

  private FailurePolicy(boolean missesReads) {
    this.missesReads = missesReads;
  }

  /**
   * Every command on the node's keys fails at once: the caller decides. The default.
   *
   * @return the policy
   */
  public static FailurePolicy failFast() {
    return FAIL_FAST;
  }

  /**
   * Reads whose reply for a missing key is always the same answer as for a missing key, for callers
   * that take the value from elsewhere then. Other reads fail at once, and so do writes: a caller
   * must not believe that a value is stored.
   *
   * @return the policy
   */
  public static FailurePolicy missOnFailure() {
    return MISS_ON_FAILURE;
  }

  /**
   * Tells the two apart.
   *
   * @return whether reads miss where they can
   */
  public boolean missesReads() {
    return missesReads;
  }

  @Override
  public String toString() {
    return missesReads ? "missOnFailure" : "failFast";
  }
}
