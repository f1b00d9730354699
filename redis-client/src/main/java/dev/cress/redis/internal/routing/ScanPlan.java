package dev.cress.redis.internal.routing;

import dev.cress.node.Node;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a scan goes through the nodes of one topology, one leg for each node.
 * Immutable but for the plans that go on from it, which {@link ScanPlans} keeps here.
 */
final class ScanPlan {

  /*
   * A cursor carries no list of the keys that were told, and yet each key is to be told once. So a
   * key is told by its owner only. While keys move, a scan goes first through the previous owners,
   * moves what it meets, as any command would, and tells nothing; then every key that there was all
   * the time is at its owner, and the legs through the owners tell it, once.
   */

  final int firstId;
  final List<Leg> legs;
  final Map<Integer, ScanPlan> continuations = new HashMap<>();
  private final Placement placement;
  private final @Nullable Change change;
  private final Predicate<byte[]> untold;

  /**
   * A part of a scan.
   *
   * @param node the node that it goes through
   * @param index the node's index in its node set
   * @param moves whether the node is a previous owner, whose changed keys are moved and not told
   */
  record Leg(Node node, int index, boolean moves) {}

  private ScanPlan(int firstId, Topology topology, Predicate<byte[]> untold) {
    this.firstId = firstId;
    this.placement = topology.placement();
    this.change = topology instanceof Topology.Migrating migrating ? migrating.change() : null;
    this.untold = untold;
    this.legs = legs();
  }

  private List<Leg> legs() {
    List<Leg> all = new ArrayList<>();
    if (change != null) {
      addLegs(change.before(), true, all);
    }
    addLegs(placement, false, all);
    return List.copyOf(all);
  }

  private static void addLegs(Placement through, boolean moves, List<Leg> to) {
    for (int i = 0; i < through.nodes().size(); i++) {
      to.add(new Leg(through.nodes().get(i), i, moves));
    }
  }

  /** A plan for all keys. */
  static ScanPlan of(Topology topology, int firstId) {
    return new ScanPlan(firstId, topology, key -> true);
  }

  /**
   * A plan for another topology, for the keys that a scan has not told when it stands in a leg: the
   * leg's own keys, of which it may have told some, and those of later legs.
   */
  ScanPlan continued(int leg, Topology topology, int id) {
    Leg reached = legs.get(leg);
    Predicate<byte[]> rest =
        reached.moves() ? untold : untold.and(key -> ownerIndex(key) >= reached.index());
    return new ScanPlan(id, topology, rest);
  }

  /** Tells whether both have an id in common. */
  boolean overlaps(ScanPlan other) {
    return firstId < other.firstId + other.legs.size() && other.firstId < firstId + legs.size();
  }

  /** How many ids a plan for a topology needs. */
  static int size(Topology topology) {
    int after = topology.placement().nodes().size();
    return topology instanceof Topology.Migrating migrating
        ? migrating.change().before().nodes().size() + after
        : after;
  }

  /**
   * Tells whether this plan is good under a topology: that of its beginning, also when it settles.
   */
  boolean fits(Topology topology) {
    return topology.placement().equals(placement)
        && (change != null || !(topology instanceof Topology.Migrating));
  }

  /** The leg to go through instead of one: while nothing moves, the first that tells keys. */
  int leg(int wanted, Topology topology) {
    boolean over = legs.get(wanted).moves() && !(topology instanceof Topology.Migrating);
    return over ? legs.size() - placement.nodes().size() : wanted;
  }

  /** The keys of a page that its leg tells, or, of a previous owner, that are to be moved. */
  List<byte[]> select(Leg leg, List<byte[]> keys) {
    return keys.stream()
        .filter(key -> !InternalKeys.isInternal(key, 0, key.length) && isOf(leg, key))
        .filter(untold)
        .toList();
  }

  private boolean isOf(Leg leg, byte[] key) {
    Change current = change;
    if (!leg.moves() || current == null) {
      return ownerIndex(key) == leg.index();
    }
    return current.before().ownerIndex(key, 0, key.length) == leg.index() && current.moves(key);
  }

  private int ownerIndex(byte[] key) {
    return placement.ownerIndex(key, 0, key.length);
  }

  @Nullable Change change() {
    return change;
  }
}
