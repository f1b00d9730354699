package dev.cress.topology;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link TopologySource} delivers: the node set, its version and, in a change, where it
 * comes from. Ordered by version, then revision. Immutable.
 *
 * @param version number of the topology that {@code nodes} make up; 0 means that no client has
 *     started on it yet, then it grows by one with each change
 * @param revision steps within the version, from 0
 * @param phase how far the change to {@code nodes} has come
 * @param nodes the node set of this version
 * @param selector the selector of this version
 * @param previous what the change leaves, null when {@code phase} is {@link Phase#STABLE}
 * @param coordinator id of the client that leads the change, empty when stable
 * @param servers the server behind each node, as the adapter identifies it, by {@link #serverKey};
 *     empty when stable
 * @param openFences the fence text of each new owner by node name; empty before {@link
 *     Phase#MIGRATE}
 * @param id random, one per proposal
 */
public record TopologyDocument(
    long version,
    long revision,
    Phase phase,
    NodeSet nodes,
    Selector selector,
    @Nullable Previous previous,
    String coordinator,
    Map<String, String> servers,
    Map<String, String> openFences,
    String id) {

  /**
   * The topology that a change leaves.
   *
   * @param version its version
   * @param nodes its node set
   * @param selector its selector
   */
  public record Previous(long version, NodeSet nodes, Selector selector) {
    /**
     * Checks that nothing is null.
     *
     * @param version its version
     * @param nodes its node set
     * @param selector its selector
     */
    public Previous {
      Objects.requireNonNull(nodes, "nodes");
      Objects.requireNonNull(selector, "selector");
    }
  }

  /**
   * Checks that a document names its previous topology exactly when a change is under way.
   *
   * @param version number of the topology
   * @param revision steps within the version
   * @param phase how far the change has come
   * @param nodes the node set
   * @param selector the selector
   * @param previous what the change leaves
   * @param coordinator id of the client that leads the change
   * @param servers the server behind each node
   * @param openFences the fence text of each new owner
   * @param id random, one per proposal
   */
  public TopologyDocument {
    Objects.requireNonNull(nodes, "nodes");
    Objects.requireNonNull(selector, "selector");
    servers = Map.copyOf(servers);
    openFences = Map.copyOf(openFences);
    if (phase == Phase.STABLE ? previous != null : previous == null) {
      throw new IllegalArgumentException(
          "previous must be given exactly when a change is under way, but phase was " + phase);
    }
  }

  /**
   * The key of a node in {@link #servers()}: its name and address, as either may change alone.
   *
   * @param node a node
   * @return the key
   */
  public static String serverKey(Node node) {
    return node.name() + "@" + node.address();
  }

  /**
   * A document on which no client has started yet.
   *
   * @param nodes the first node set
   * @param selector its selector
   * @return the document, version 0
   */
  public static TopologyDocument initial(NodeSet nodes, Selector selector) {
    return stable(0, nodes, selector);
  }

  /**
   * The same nodes, started at the given version.
   *
   * @param startVersion the version, at least 1
   * @return the document
   */
  public TopologyDocument started(long startVersion) {
    return stable(startVersion, nodes, selector);
  }

  /**
   * The proposal of a change, in {@link Phase#PREPARE}.
   *
   * @param newNodes the new node set
   * @param newSelector the new selector
   * @param newCoordinator id of the client that leads the change
   * @param identities the server behind each node of both node sets, by {@link #serverKey}
   * @return the document, one version higher
   */
  public TopologyDocument propose(
      NodeSet newNodes,
      Selector newSelector,
      String newCoordinator,
      Map<String, String> identities) {
    if (phase != Phase.STABLE) {
      throw new IllegalStateException("a change to version " + version + " is under way: " + phase);
    }
    return new TopologyDocument(
        version + 1,
        0,
        Phase.PREPARE,
        newNodes,
        newSelector,
        new Previous(version, nodes, selector),
        newCoordinator,
        identities,
        Map.of(),
        UUID.randomUUID().toString());
  }

  /**
   * The next step: changed keys are held.
   *
   * @return the document, one revision higher
   */
  public TopologyDocument hold() {
    return step(Phase.HOLD, Map.of());
  }

  /**
   * The next step: the window is open.
   *
   * @param fences the fence text of each new owner by node name
   * @return the document, one revision higher
   */
  public TopologyDocument migrate(Map<String, String> fences) {
    return step(Phase.MIGRATE, fences);
  }

  /**
   * The last step: the new nodes own their keys.
   *
   * @return the document, one revision higher
   */
  public TopologyDocument finish() {
    return new TopologyDocument(
        version, revision + 1, Phase.STABLE, nodes, selector, null, "", Map.of(), Map.of(), id);
  }

  /**
   * The way back from {@link Phase#PREPARE} or {@link Phase#HOLD}: the previous nodes under a new
   * version.
   *
   * @return the document, one version higher
   */
  public TopologyDocument cancel() {
    if (phase != Phase.PREPARE && phase != Phase.HOLD) {
      throw new IllegalStateException("cannot cancel in phase " + phase);
    }
    Previous back = Objects.requireNonNull(previous);
    return stable(version + 1, back.nodes(), back.selector());
  }

  /**
   * The same change led by another client.
   *
   * @param newCoordinator the client's id
   * @return the document, one revision higher
   */
  public TopologyDocument ledBy(String newCoordinator) {
    return new TopologyDocument(
        version,
        revision + 1,
        phase,
        nodes,
        selector,
        previous,
        newCoordinator,
        servers,
        openFences,
        id);
  }

  /**
   * Tells whether this document follows another.
   *
   * @param other the other document
   * @return whether its version, or else its revision, is higher
   */
  public boolean isNewerThan(TopologyDocument other) {
    return version != other.version ? version > other.version : revision > other.revision;
  }

  private TopologyDocument step(Phase next, Map<String, String> fences) {
    return new TopologyDocument(
        version, revision + 1, next, nodes, selector, previous, coordinator, servers, fences, id);
  }

  private static TopologyDocument stable(long version, NodeSet nodes, Selector selector) {
    return new TopologyDocument(
        version,
        0,
        Phase.STABLE,
        nodes,
        selector,
        null,
        "",
        Map.of(),
        Map.of(),
        UUID.randomUUID().toString());
  }
}
