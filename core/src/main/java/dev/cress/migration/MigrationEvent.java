package dev.cress.migration;

/**
 * Something that happened in a change of the topology and that an operator may want to know.
 * Immutable.
 *
 * @param kind what happened
 * @param version the version of the change
 * @param node the node that it happened on, empty if it concerns all
 * @param count how many keys, connections or changes it concerns, 0 if none
 * @param detail a sentence for people; never contains a key
 */
public record MigrationEvent(Kind kind, long version, String node, long count, String detail) {

  /** What happened. */
  public enum Kind {
    /** The servers were checked and leftovers swept. */
    PREPARED,
    /** No client can write to a previous owner any more. */
    HELD,
    /** The window is open: keys move. */
    OPENED,
    /** A key exceeds the largest size that is moved. */
    KEY_TOO_LARGE,
    /** The owner refused a value. */
    ADOPT_FAILED,
    /** A previous owner does not answer. */
    PREVIOUS_OWNER_UNAVAILABLE,
    /**
     * An owner lost its fence or its marks; its unmoved keys are lost: {@link #CLOSED} counts them.
     */
    FENCE_LOST,
    /** A previous owner restarted within the window; its unmoved keys are absent. */
    SERVER_RESTARTED,
    /** Connections of an older topology were ended. */
    KILLED,
    /** The window closed; the count tells how many keys were lost, 0 when all had moved. */
    CLOSED,
    /** The change was given up before anything moved. */
    CANCELLED,
    /** The new topology is in force. */
    STABLE
  }
}
