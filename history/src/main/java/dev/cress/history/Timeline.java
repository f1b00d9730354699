package dev.cress.history;

import dev.cress.history.Operation.Command;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The operations of one key, laid out by deadline. A deadline is the moment at which an answered
 * operation, the one that is due, had returned: by then it has taken effect. Immutable.
 *
 * @param deadlines one for each answered operation, in the order of their ends
 * @param unknown operations of unknown outcome, in the order of their invocations
 */
record Timeline(List<Deadline> deadlines, List<Unanswered> unknown) {

  /**
   * What can take effect up to a deadline and had not to before.
   *
   * @param running the answered operations that have begun and had not returned before; the one
   *     that is due comes first
   * @param begun how many of the operations of unknown outcome have begun
   */
  record Deadline(List<Running> running, int begun) {
    Running due() {
      return running.get(0);
    }
  }

  /** An answered operation with a small number that no other one has while this one runs. */
  record Running(Operation operation, int slot) {}

  /**
   * An operation of unknown outcome.
   *
   * @param twin index of the last one before with the same effect, or -1; twins can stand in for
   *     each other, so the search uses them in order
   */
  record Unanswered(Operation operation, int twin) {
    boolean mayFollow(BitSet used) {
      return twin < 0 || used.get(twin);
    }
  }

  static Timeline of(List<Operation> operations) {
    List<Operation> byStart =
        operations.stream()
            .filter(Operation::counts)
            .sorted(Comparator.comparingLong(Operation::invoked))
            .toList();
    return new Timeline(deadlines(byStart), unknown(byStart));
  }

  private static boolean answered(Operation operation) {
    return operation.outcome() instanceof Outcome.Returned;
  }

  private static List<Unanswered> unknown(List<Operation> byStart) {
    Map<Command, Integer> last = new HashMap<>();
    List<Unanswered> unknown = new ArrayList<>();
    for (Operation operation : byStart) {
      if (!answered(operation)) {
        Integer twin = last.put(operation.command().effect(), unknown.size());
        unknown.add(new Unanswered(operation, twin == null ? -1 : twin));
      }
    }
    return List.copyOf(unknown);
  }

  private static List<Deadline> deadlines(List<Operation> byStart) {
    List<Operation> byEnd =
        byStart.stream()
            .filter(Timeline::answered)
            .sorted(Comparator.comparingLong(Operation::ended))
            .toList();
    List<Deadline> deadlines = new ArrayList<>(byEnd.size());
    List<Running> running = new ArrayList<>();
    BitSet taken = new BitSet();
    int next = 0;
    int begun = 0;
    for (Operation due : byEnd) {
      // One that begins at the very time at which another ends counts as concurrent.
      for (; next < byStart.size() && byStart.get(next).invoked() <= due.ended(); next++) {
        if (answered(byStart.get(next))) {
          running.add(new Running(byStart.get(next), taken.nextClearBit(0)));
          taken.set(taken.nextClearBit(0));
        } else {
          begun++;
        }
      }
      moveToFront(running, due);
      deadlines.add(new Deadline(List.copyOf(running), begun));
      taken.clear(running.remove(0).slot());
    }
    return deadlines;
  }

  private static void moveToFront(List<Running> running, Operation due) {
    int index = 0;
    while (!running.get(index).operation().equals(due)) {
      index++;
    }
    running.add(0, running.remove(index));
  }
}
