package dev.cress.health;

/**
 * What a client answers for a node that cannot be reached. It never asks another node: who owns a
 * key does not depend on who is well. Immutable.
 */
public enum FailurePolicy {
  /** Every command on the node's keys fails at once. */
  FAIL_FAST,
  /** Reads find nothing, as if the key did not exist; everything else fails at once. */
  MISS_ON_FAILURE;

  /**
   * Commands fail: the caller decides. The default.
   *
   * @return {@link #FAIL_FAST}
   */
  public static FailurePolicy failFast() {
    return FAIL_FAST;
  }

  /**
   * Reads miss, for callers that take the value from elsewhere then. Writes fail: a caller must not
   * believe that a value is stored.
   *
   * @return {@link #MISS_ON_FAILURE}
   */
  public static FailurePolicy missOnFailure() {
    return MISS_ON_FAILURE;
  }
}
