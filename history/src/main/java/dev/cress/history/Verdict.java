package dev.cress.history;

/**
 * What the checker found. Immutable.
 *
 * @param decision violated if one key is, else undecided if one key is, else linearizable
 * @param report one readable text: what was checked and, of the first keys that failed, the
 *     operations around the place that nothing explains
 */
public record Verdict(Decision decision, String report) {

  /** The three possible findings; a test treats the last two as failures. */
  public enum Decision {
    /** One order of the operations explains every answer. */
    LINEARIZABLE,
    /** No order does. */
    VIOLATED,
    /** The search ended at its budget. */
    UNDECIDED
  }

  /** Throws an {@link AssertionError} with the report unless the history is linearizable. */
  public void orFail() {
    if (decision != Decision.LINEARIZABLE) {
      throw new AssertionError(report);
    }
  }
}
