package dev.cress.history;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.cress.history.Verdict.Decision;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides whether a history is linearizable: whether every operation can have taken effect at one
 * moment between its invocation and its answer. A history is linearizable if that of each key is,
 * so keys are searched one by one. Immutable.
 */
public final class LinearizabilityChecker {
  private static final long DEFAULT_BUDGET = 2_000_000;
  private static final int KEYS_SHOWN = 3;

  private final boolean lossy;
  private final long budget;
  private final Map<String, String> initial;

  private LinearizabilityChecker(boolean lossy, long budget, Map<String, String> initial) {
    this.lossy = lossy;
    this.budget = budget;
    this.initial = initial;
  }

  /** Returns a checker for a store that keeps what it was given; no key has a value at first. */
  public static LinearizabilityChecker strict() {
    return new LinearizabilityChecker(false, DEFAULT_BUDGET, Map.of());
  }

  /** Returns a checker for a store in which a value may vanish at any moment, and no more. */
  public static LinearizabilityChecker upToLoss() {
    return new LinearizabilityChecker(true, DEFAULT_BUDGET, Map.of());
  }

  /** Returns this checker with the values of keys before the history; other keys are absent. */
  public LinearizabilityChecker withInitial(Map<String, String> values) {
    return new LinearizabilityChecker(lossy, budget, Map.copyOf(values));
  }

  /**
   * Returns this checker with another budget.
   *
   * @param attempts how many steps (to let an operation take effect, or to compare with a place
   *     seen before) the search of one key may take, beyond 100 for each of the key's answered
   *     operations; at least 1, by default 2,000,000 (a few seconds and some 100 MB)
   */
  public LinearizabilityChecker withBudget(long attempts) {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be at least 1 but was " + attempts);
    }
    return new LinearizabilityChecker(lossy, attempts, initial);
  }

  /** Returns the verdict on operations in any order, all stamped by one clock. */
  public Verdict check(List<Operation> history) {
    Map<String, List<Operation>> byKey =
        history.stream().collect(groupingBy(Operation::key, TreeMap::new, toList()));
    List<Verdict> verdicts = byKey.values().parallelStream().map(this::checkKey).toList();
    List<Verdict> violated = only(Decision.VIOLATED, verdicts);
    List<Verdict> undecided = only(Decision.UNDECIDED, verdicts);
    String summary =
        String.format(
            "%d operations on %d keys: %d keys violated, %d undecided",
            history.size(), byKey.size(), violated.size(), undecided.size());
    List<Verdict> failed = violated.isEmpty() ? undecided : violated;
    return failed.isEmpty()
        ? new Verdict(Decision.LINEARIZABLE, summary)
        : new Verdict(failed.get(0).decision(), summary + firstOf(failed));
  }

  private static List<Verdict> only(Decision decision, List<Verdict> verdicts) {
    return verdicts.stream().filter(verdict -> verdict.decision() == decision).toList();
  }

  private static String firstOf(List<Verdict> failed) {
    return failed.stream()
        .limit(KEYS_SHOWN)
        .map(verdict -> "\n\n" + verdict.report())
        .collect(joining());
  }

  private Verdict checkKey(List<Operation> operations) {
    String key = operations.get(0).key();
    Timeline timeline = Timeline.of(operations);
    Search search = new Search(timeline, initial.get(key), lossy, budget);
    Decision decision = search.run();
    if (decision == Decision.LINEARIZABLE) {
      return new Verdict(decision, "");
    }
    Operation stuck = timeline.deadlines().get(search.furthest()).due().operation();
    String found = decision == Decision.VIOLATED ? "no order explains " : "budget spent before ";
    return new Verdict(
        decision,
        String.format(
            "key %s: %s%s%nvalues it may have found: %s%n%s",
            key,
            found,
            stuck,
            search.values().stream()
                .map(Operation::quoted)
                .sorted()
                .limit(8)
                .collect(joining(", ")),
            new Window(operations, stuck).text()));
  }
}
