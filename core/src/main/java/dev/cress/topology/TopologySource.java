package dev.cress.topology;

import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import java.time.Duration;
import java.util.Set;

/**
 * Where the topology comes from: one versioned document, shared by the clients that joined.
 * Thread-safe.
 */
public interface TopologySource {

  /**
   * A source in memory, for one client or for several clients of one JVM.
   *
   * @param nodes the first node set, not empty
   * @param selector its selector
   * @return a new source
   * @throws dev.cress.node.NoNodesException if {@code nodes} is empty
   */
  static TopologySource inMemory(NodeSet nodes, Selector selector) {
    return new InMemoryTopologySource(nodes, selector);
  }

  /**
   * The document in force.
   *
   * @return the document; version 0 until the first client has started
   */
  TopologyDocument current();

  /**
   * Replaces the document if it is still the expected one, and tells every member.
   *
   * @param expected the document that the caller acted on
   * @param next the document to publish
   * @return whether {@code expected} was in force
   */
  boolean compareAndSet(TopologyDocument expected, TopologyDocument next);

  /**
   * Registers a client. It is told the document in force at once, then every later one, in order.
   *
   * @param id the client's id, unique
   * @param listener told each document; must not block
   */
  void join(String id, Listener listener);

  /**
   * Says that a client can no longer send anything by a topology older than {@code version}.
   *
   * @param id the client's id
   * @param version the version that is held
   */
  void acknowledgeHold(String id, long version);

  /**
   * Removes a client: it is told no documents any more, and nobody waits for it. The others are
   * told the document in force again, so that one of them can go on with what the client was
   * leading.
   *
   * @param id the client's id; unknown ids are ignored
   */
  void leave(String id);

  /**
   * The ids of the clients that joined and did not leave.
   *
   * @return a snapshot
   */
  Set<String> members();

  /**
   * Waits until every member has acknowledged the hold of a version.
   *
   * @param version the version
   * @param patience how long to wait at the most
   * @return whether all have
   * @throws InterruptedException if interrupted
   */
  boolean awaitHeld(long version, Duration patience) throws InterruptedException;

  /**
   * Waits until no change is under way.
   *
   * @return the stable document
   * @throws InterruptedException if interrupted
   */
  TopologyDocument awaitStable() throws InterruptedException;

  /** Told each document of a source, in order. */
  @FunctionalInterface
  interface Listener {
    /**
     * A document came into force, or a member left and it is told again. Must not block.
     *
     * @param document the document in force
     */
    void onDocument(TopologyDocument document);
  }
}
