package dev.cress.history;

import dev.cress.history.Kind.Step;
import dev.cress.history.Place.Spot;
import dev.cress.history.Timeline.Deadline;
import dev.cress.history.Timeline.Running;
import dev.cress.history.Timeline.Unanswered;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for one order of the operations of a key that explains every answer. Not thread-safe; used
 * once. Exponential in the number of operations that run at the same moment in the worst case,
 * linear in the length of the history.
 */
final class Search {
  /*
   * Wing and Gong's search in the form of Lowe, "Testing for linearizability" (doi:10.1002/cpe.3928):
   * operations take effect just in time. The search walks from deadline to deadline. If the
   * operation that is due has not taken effect, it does so now, alone or after some of those that
   * run beside it.
   *
   * A place in the search is the next deadline, the value, which running operations have taken
   * effect early, and which operations of unknown outcome were used. At a quiescent point nothing
   * runs, so a place is no more than a value there: the memo of places seen cuts the history into
   * independent parts. Unknown operations are free to be left out, so a place is also useless if
   * the same one was seen with fewer of them used.
   *
   * The first attempt at a place is always the due operation alone; the place then goes back into
   * the queue, ordered as Place says, for the other attempts, which are rarely needed.
   */
  private final Timeline timeline;
  private final boolean lossy;
  private final PriorityQueue<Place> open = new PriorityQueue<>();
  private final Map<Spot, List<BitSet>> seen = new HashMap<>();
  private final Set<@Nullable String> values = new LinkedHashSet<>();
  private int furthest;
  private long budget;

  /**
   * @param initial the value at first, null where the key is absent
   * @param lossy whether the value may vanish at any moment
   * @param budget how many attempts to let an operation take effect, and comparisons with places
   *     seen, the search may make, beyond 100 for each answered operation
   */
  Search(Timeline timeline, @Nullable String initial, boolean lossy, long budget) {
    this.timeline = timeline;
    this.lossy = lossy;
    this.budget = budget + 100L * timeline.deadlines().size();
    visit(new Spot(0, initial, new BitSet()), new BitSet(), 0);
  }

  Verdict.Decision run() {
    for (Place place = open.poll(); place != null; place = open.poll()) {
      if (place.spot().deadline() == timeline.deadlines().size()) {
        return Verdict.Decision.LINEARIZABLE;
      }
      note(place.spot());
      if (place.dueTried()) {
        tryOthers(place);
      } else {
        attempt(
            place, place.spot().value(), timeline.deadlines().get(place.spot().deadline()).due());
        open.add(place.withDueTried());
      }
      if (budget < 0) {
        return Verdict.Decision.UNDECIDED;
      }
    }
    return Verdict.Decision.VIOLATED;
  }

  /** Returns the index of the first deadline that no order found so far reaches. */
  int furthest() {
    return furthest;
  }

  /** Returns the values that were possible just before that deadline. */
  Set<@Nullable String> values() {
    return values;
  }

  private void note(Spot spot) {
    if (spot.deadline() > furthest) {
      furthest = spot.deadline();
      values.clear();
    }
    if (spot.deadline() == furthest) {
      values.add(spot.value());
    }
  }

  private void tryOthers(Place place) {
    tryFrom(place, place.spot().value());
    if (lossy && place.spot().value() != null) {
      tryFrom(place, null);
    }
  }

  private void tryFrom(Place place, @Nullable String value) {
    Deadline deadline = timeline.deadlines().get(place.spot().deadline());
    for (Running running : deadline.running()) {
      if (!place.spot().early().get(running.slot())) {
        attempt(place, value, running);
      }
    }
    for (int i = 0; i < deadline.begun(); i++) {
      Unanswered unanswered = timeline.unknown().get(i);
      if (!place.used().get(i) && unanswered.mayFollow(place.used())) {
        use(place, value, i);
      }
    }
  }

  private void use(Place place, @Nullable String value, int index) {
    for (Step step : steps(value, timeline.unknown().get(index).operation())) {
      if (!Objects.equals(step.value(), value)) {
        visit(
            new Spot(place.spot().deadline(), step.value(), place.spot().early()),
            with(place.used(), index),
            place.chain() + 1);
      }
    }
  }

  private void attempt(Place place, @Nullable String value, Running running) {
    for (Step step : steps(value, running.operation())) {
      if (running.operation().outcome().allows(step.result())) {
        advance(place, step.value(), with(place.spot().early(), running.slot()));
      }
    }
  }

  /** Goes on past the deadlines of operations that took effect early; {@code early} is ours. */
  private void advance(Place place, @Nullable String value, BitSet early) {
    int deadline = place.spot().deadline();
    for (; deadline < timeline.deadlines().size(); deadline++) {
      int slot = timeline.deadlines().get(deadline).due().slot();
      if (!early.get(slot)) {
        break;
      }
      early.clear(slot);
    }
    visit(
        new Spot(deadline, value, early),
        place.used(),
        deadline > place.spot().deadline() ? 0 : place.chain());
  }

  private List<Step> steps(@Nullable String value, Operation operation) {
    budget--;
    return operation.command().kind().steps(value, operation.command().arguments());
  }

  private void visit(Spot spot, BitSet used, int chain) {
    List<BitSet> before = seen.computeIfAbsent(spot, unseen -> new ArrayList<>(1));
    for (BitSet other : before) {
      budget--;
      if (containsAll(used, other)) {
        return;
      }
    }
    before.add(used);
    open.add(Place.untried(spot, used, chain));
  }

  private static boolean containsAll(BitSet set, BitSet subset) {
    if (subset.isEmpty()) {
      return true;
    }
    BitSet rest = (BitSet) subset.clone();
    rest.andNot(set);
    return rest.isEmpty();
  }

  private static BitSet with(BitSet set, int index) {
    BitSet copy = (BitSet) set.clone();
    copy.set(index);
    return copy;
  }
}
