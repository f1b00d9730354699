package dev.cress.history;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The few operations of a key that a reader needs to understand why one of them has no explanation.
 * Immutable.
 *
 * @param operations all operations of the key
 * @param stuck the one that nothing explains
 */
record Window(List<Operation> operations, Operation stuck) {
  private static final int BEFORE = 4;
  private static final int OTHERS = 8;

  /**
   * Returns them in the order of their invocations: the last ones that ended before, those that ran
   * beside, those of unknown outcome, and the last that mention the value that was seen.
   */
  List<Operation> shown() {
    Set<Operation> shown = new LinkedHashSet<>();
    shown.add(stuck);
    last(
            BEFORE,
            begun()
                .filter(operation -> operation.ended() < stuck.invoked())
                .sorted(Comparator.comparingLong(Operation::ended)))
        .forEach(shown::add);
    last(OTHERS, begun().filter(this::runsBeside)).forEach(shown::add);
    last(OTHERS, begun().filter(operation -> operation.outcome() instanceof Outcome.Unknown))
        .forEach(shown::add);
    last(2, operations.stream().filter(this::mentionsTheValueSeen)).forEach(shown::add);
    return shown.stream().sorted(Comparator.comparingLong(Operation::invoked)).toList();
  }

  /** Returns them as text, one a line, the one that is stuck marked with {@code >}. */
  String text() {
    return shown().stream()
        .map(operation -> (operation.equals(stuck) ? "> " : "  ") + operation)
        .collect(joining("\n"));
  }

  private Stream<Operation> begun() {
    return operations.stream()
        .filter(Operation::counts)
        .filter(operation -> operation.invoked() <= stuck.ended());
  }

  private boolean runsBeside(Operation operation) {
    return operation.outcome() instanceof Outcome.Returned && operation.ended() >= stuck.invoked();
  }

  private boolean mentionsTheValueSeen(Operation operation) {
    return stuck.outcome() instanceof Outcome.Returned returned
        && returned.result() != null
        && operation.command().arguments().contains(returned.result());
  }

  private static Stream<Operation> last(int count, Stream<Operation> operations) {
    List<Operation> all = operations.toList();
    return all.subList(Math.max(0, all.size() - count), all.size()).stream();
  }
}
