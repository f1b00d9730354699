package dev.cress.topology;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client knows of the topology at one moment; one case for each step of a change. Immutable;
 * a new document makes a new value.
 */
public sealed interface Topology {

  /**
   * The version in force: the one whose owners plain commands go to.
   *
   * @return the version
   */
  long version();

  /**
   * The placement in force.
   *
   * @return the placement of {@link #version()}
   */
  Placement placement();

  /**
   * Which keys are hashed by a tag.
   *
   * @return the hash-tag rule
   */
  HashTag hashTag();

  /**
   * The change under way.
   *
   * @return the change, or null when there is none
   */
  default @Nullable Change change() {
    return null;
  }

  /**
   * The node set in force.
   *
   * @return the nodes of {@link #placement()}
   */
  default NodeSet nodes() {
    return placement().nodes();
  }

  /**
   * No change is under way.
   *
   * @param version the version
   * @param placement its placement
   * @param hashTag the hash-tag rule
   */
  record Stable(long version, Placement placement, HashTag hashTag) implements Topology {}

  /**
   * A change is proposed; everything goes on as before.
   *
   * @param change the change
   * @param version the version before it
   * @param hashTag the hash-tag rule
   */
  record Preparing(Change change, long version, HashTag hashTag) implements Topology {
    @Override
    public Placement placement() {
      return change.before();
    }
  }

  /**
   * Commands on changed keys wait.
   *
   * @param change the change
   * @param version the version before it
   * @param hashTag the hash-tag rule
   */
  record Holding(Change change, long version, HashTag hashTag) implements Topology {
    @Override
    public Placement placement() {
      return change.before();
    }
  }

  /**
   * Changed keys move.
   *
   * @param change the change
   * @param openFences the fence text of each new owner by node name
   * @param hashTag the hash-tag rule
   */
  record Migrating(Change change, Map<String, String> openFences, HashTag hashTag)
      implements Topology {
    @Override
    public long version() {
      return change.version();
    }

    @Override
    public Placement placement() {
      return change.after();
    }
  }

  /**
   * The topology of a first document.
   *
   * @param document the document
   * @param hashTag the hash-tag rule
   * @return the topology
   */
  static Topology of(TopologyDocument document, HashTag hashTag) {
    TopologyDocument.Previous previous = document.previous();
    if (previous == null) {
      return new Stable(
          document.version(), document.selector().place(document.nodes(), hashTag), hashTag);
    }
    Placement before = previous.selector().place(previous.nodes(), hashTag);
    return new Stable(previous.version(), before, hashTag).next(document);
  }

  /**
   * The topology after a further document. Placements that are known already are kept.
   *
   * @param document the document
   * @return the next topology
   */
  default Topology next(TopologyDocument document) {
    TopologyDocument.Previous previous = document.previous();
    if (previous == null) {
      Placement placement = reuse(document.nodes(), document.selector());
      return new Stable(document.version(), placement, hashTag());
    }
    Change change = change(document, previous);
    return switch (document.phase()) {
      case PREPARE -> new Preparing(change, previous.version(), hashTag());
      case HOLD -> new Holding(change, previous.version(), hashTag());
      case MIGRATE -> new Migrating(change, document.openFences(), hashTag());
      case STABLE -> throw new IllegalStateException("a stable document names no previous one");
    };
  }

  private Change change(TopologyDocument document, TopologyDocument.Previous previous) {
    return new Change(
        document.version(),
        reuse(previous.nodes(), previous.selector()),
        reuse(document.nodes(), document.selector()),
        document.servers());
  }

  private Placement reuse(NodeSet nodes, Selector selector) {
    Change known = change();
    if (known != null && isOf(known.after(), nodes, selector)) {
      return known.after();
    }
    return isOf(placement(), nodes, selector) ? placement() : selector.place(nodes, hashTag());
  }

  private static boolean isOf(Placement placement, NodeSet nodes, Selector selector) {
    return placement.nodes().equals(nodes) && placement.selector().equals(selector);
  }
}
