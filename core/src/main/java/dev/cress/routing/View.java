package dev.cress.routing;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One topology with the targets that stand for its nodes: all that a command needs to find its way.
 * A key's <em>place</em> is a small number: which target it goes to, and whether it must first pass
 * the gates of the change under way. Immutable but for the count of threads that use it.
 *
 * @param <T> what a command is handed to, one per node
 */
public final class View<T> {

  private final Topology topology;
  private final Placement placement;
  private final List<T> targets;
  private final @Nullable Change change;
  private final @Nullable Passage passage;
  private final boolean[] gated;
  private final boolean held;
  private final int beforeCount;
  final InFlight inFlight = new InFlight();

  /**
   * Compiles a view.
   *
   * @param topology the topology
   * @param target gives the target of a node; called for each node of the topology, twice for one
   *     that is in both node sets of a change
   * @param passage what gated keys must pass; null unless the topology is held or migrating
   */
  public View(Topology topology, Function<Node, T> target, @Nullable Passage passage) {
    this.topology = topology;
    this.placement = topology.placement();
    this.held = topology instanceof Topology.Holding;
    this.passage = passage;
    this.change = passage == null ? null : topology.change();
    List<T> list = new ArrayList<>();
    if (change == null) {
      placement.nodes().forEach(node -> list.add(target.apply(node)));
      this.beforeCount = 0;
      this.gated = new boolean[0];
    } else {
      change.before().nodes().forEach(node -> list.add(target.apply(node)));
      this.beforeCount = list.size();
      change.after().nodes().forEach(node -> list.add(target.apply(node)));
      this.gated = gates(change, list);
    }
    this.targets = List.copyOf(list);
  }

  /* In the hold a key waits too when only its target changes: what was sent there must come first. */
  private boolean[] gates(Change of, List<T> list) {
    NodeSet after = of.after().nodes();
    boolean[] result = new boolean[beforeCount * after.size()];
    for (int b = 0; b < beforeCount; b++) {
      for (int a = 0; a < after.size(); a++) {
        boolean otherTarget = !list.get(b).equals(list.get(beforeCount + a));
        result[b * after.size() + a] = of.differ(b, a) || (held && otherTarget);
      }
    }
    return result;
  }

  /**
   * The topology behind this view.
   *
   * @return the topology
   */
  public Topology topology() {
    return topology;
  }

  /**
   * Tells whether gates stand in this view, so that {@link #isGated(int)} must be asked.
   *
   * @return true in the hold and in a migration
   */
  public boolean hasGates() {
    return change != null;
  }

  /**
   * What gated keys must pass.
   *
   * @return the passage
   * @throws NullPointerException if {@link #hasGates()} is false
   */
  public Passage passage() {
    return Objects.requireNonNull(passage, "no change is under way");
  }

  /**
   * How many places there are: places that are not gated are 0 or more and less than this.
   *
   * @return the number of targets, counted once for each node set
   */
  public int places() {
    return targets.size();
  }

  /**
   * The place of a key. Allocates nothing.
   *
   * @param bytes holds the key
   * @param from its first byte
   * @param to behind its last byte
   * @return the place
   */
  public int place(byte[] bytes, int from, int to) {
    Change current = change;
    if (current == null) {
      return placement.ownerIndex(bytes, from, to);
    }
    int b = current.before().ownerIndex(bytes, from, to);
    int a = current.after().ownerIndex(bytes, from, to);
    boolean gate = gated[b * (targets.size() - beforeCount) + a];
    int index = held && !gate ? b : beforeCount + a;
    return gate ? ~index : index;
  }

  /**
   * The place of a key.
   *
   * @param key the key
   * @return the place
   */
  public int place(byte[] key) {
    return place(key, 0, key.length);
  }

  /**
   * Tells whether a key must pass the gates before its command may go to its target.
   *
   * @param place the key's place
   * @return whether it is gated
   */
  public boolean isGated(int place) {
    return place < 0;
  }

  /**
   * The place of a key whose command has passed the gates: the owner after the change, or, when the
   * hold ends by a cancel, the owner before it.
   *
   * @param key the key
   * @return the place, not gated
   */
  public int placeBehindGates(byte[] key) {
    Change current = change;
    if (current == null) {
      return placement.ownerIndex(key, 0, key.length);
    }
    return held
        ? current.before().ownerIndex(key, 0, key.length)
        : beforeCount + current.after().ownerIndex(key, 0, key.length);
  }

  /**
   * The target of a place.
   *
   * @param place a key's place
   * @return the target
   */
  public T target(int place) {
    return targets.get(place < 0 ? ~place : place);
  }

  /**
   * The node of a place.
   *
   * @param place a key's place
   * @return the node
   */
  public Node node(int place) {
    int index = place < 0 ? ~place : place;
    Change current = change;
    if (current == null) {
      return placement.nodes().get(index);
    }
    return index < beforeCount
        ? current.before().nodes().get(index)
        : current.after().nodes().get(index - beforeCount);
  }

  /** Says that the calling thread has handed its command on and no longer uses this view. */
  public void leave() {
    inFlight.leave();
  }
}
