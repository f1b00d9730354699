package dev.cress.redis.internal.routing;

import dev.cress.node.RoutingException;
import dev.cress.topology.Topology;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the legs of scans, so that a cursor can name one: the number in its upper 16 bits, of
 * which the first stays 0, and the node's own cursor below. So a cursor is a positive long. Each
 * plan gets numbers of its own, one behind the other, and near 32,767 they begin again at 1. A plan
 * is forgotten when there are 256 newer ones, or earlier if one of its numbers is given again. Its
 * cursors are unknown then; but one whose number was given again is taken for a newer plan's, and
 * its scan misses keys. New plans come with changes of the topology only: with a few nodes it takes
 * thousands of them between two pages of that scan, with hundreds of nodes some dozens.
 * Thread-safe.
 */
final class ScanPlans {

  private static final int POSITION_BITS = 48;
  private static final int MOST_ID = (1 << 15) - 1;
  private static final int MOST_PLANS = 256;

  private final TreeMap<Integer, ScanPlan> byFirstId = new TreeMap<>();
  private final Deque<ScanPlan> byAge = new ArrayDeque<>();
  private @Nullable ScanPlan whole;
  private int nextId = 1;

  /**
   * Where a scan stands.
   *
   * @param plan its plan
   * @param index the index of its leg
   * @param position the node's own cursor
   */
  record Place(ScanPlan plan, int index, long position) {

    ScanPlan.Leg leg() {
      return plan.legs.get(index);
    }

    /** The cursor after a page; 0 at the end of the last leg. */
    long next(long nodeCursor) {
      if (nodeCursor >>> POSITION_BITS != 0) {
        throw new RoutingException(
            "node " + leg().node().name() + " gave a cursor of more than 48 bits");
      }
      int next = nodeCursor == 0 ? index + 1 : index;
      return next == plan.legs.size()
          ? 0
          : ((long) (plan.firstId + next) << POSITION_BITS) | nodeCursor;
    }
  }

  /**
   * Finds where to go on.
   *
   * @param cursor 0 to begin
   * @param topology the topology in force
   * @throws RoutingException if no scan of late had such a cursor
   */
  synchronized Place place(long cursor, Topology topology) {
    if (cursor == 0) {
      return new Place(whole(topology), 0, 0);
    }
    int id = (int) (cursor >>> POSITION_BITS);
    Map.Entry<Integer, ScanPlan> known = byFirstId.floorEntry(id);
    if (known == null || id - known.getKey() >= known.getValue().legs.size()) {
      throw new RoutingException(
          "SCAN does not know the cursor any more, or another client gave it; begin again with 0");
    }
    ScanPlan plan = known.getValue();
    int index = id - plan.firstId;
    if (!plan.fits(topology)) {
      return new Place(continued(plan, index, topology), 0, 0);
    }
    int leg = plan.leg(index, topology);
    return new Place(plan, leg, leg == index ? cursor & ((1L << POSITION_BITS) - 1) : 0);
  }

  private ScanPlan whole(Topology topology) {
    ScanPlan last = whole;
    boolean settled = last != null && last.change() != null && !isMigrating(topology);
    if (last == null || settled || !last.fits(topology) || !byAge.contains(last)) {
      last = add(ScanPlan.of(topology, ids(topology)));
      whole = last;
    }
    return last;
  }

  private static boolean isMigrating(Topology topology) {
    return topology instanceof Topology.Migrating;
  }

  /* A topology that was passed over meanwhile does not matter: nothing was told by it. */
  private ScanPlan continued(ScanPlan plan, int index, Topology topology) {
    ScanPlan known = plan.continuations.get(index);
    if (known == null || !known.fits(topology)) {
      known = add(plan.continued(index, topology, ids(topology)));
      plan.continuations.put(index, known);
    }
    return known;
  }

  private int ids(Topology topology) {
    int size = ScanPlan.size(topology);
    if (nextId + size - 1 > MOST_ID) {
      nextId = 1;
    }
    int first = nextId;
    nextId += size;
    return first;
  }

  private ScanPlan add(ScanPlan plan) {
    byAge.removeIf(old -> plan.overlaps(old) && byFirstId.remove(old.firstId) != null);
    if (byAge.size() == MOST_PLANS) {
      byFirstId.remove(byAge.remove().firstId);
    }
    byAge.add(plan);
    byFirstId.put(plan.firstId, plan);
    return plan;
  }
}
