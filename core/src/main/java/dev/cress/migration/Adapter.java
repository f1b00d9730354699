package dev.cress.migration;

import dev.cress.topology.Topology;

/**
 * All that a store's client brings to a change of the topology.
 *
 * @param <T> what a command is handed to, one per node
 */
public interface Adapter<T> {

  /**
   * The client's connections.
   *
   * @return the same at each call
   */
  Connections<T> connections();

  /**
   * What is done on servers apart from moving keys.
   *
   * @return the same at each call
   */
  Fences fences();

  /**
   * Makes the mover of a window that opens.
   *
   * @param topology the topology of the window
   * @param window told the keys that move without having been asked for
   * @return a new mover
   */
  KeyMover mover(Topology.Migrating topology, Window window);

  /**
   * Told each topology once commands go by it.
   *
   * @param topology the topology in force
   */
  void published(Topology topology);
}
