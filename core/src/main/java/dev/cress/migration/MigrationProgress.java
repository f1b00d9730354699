package dev.cress.migration;

import dev.cress.topology.Phase;

/**
 * How far a change has come. Immutable.
 *
 * @param phase the phase; {@link Phase#STABLE} when it is over
 * @param moved keys that were given to their new owner by the client that leads the change
 * @param drainedNodes previous owners that hold no changed key any more
 * @param nodes previous owners in all
 */
public record MigrationProgress(Phase phase, long moved, int drainedNodes, int nodes) {

  /**
   * The part of the previous owners that are drained.
   *
   * @return 0 to 1; 0 before the drain begins
   */
  public double fraction() {
    return nodes == 0 ? 0 : (double) drainedNodes / nodes;
  }
}
