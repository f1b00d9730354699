package dev.cress.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides tiny histories of one key by trying every order; the judge of the real checker. */
final class BruteForce {
  private final boolean lossy;

  BruteForce(boolean lossy) {
    this.lossy = lossy;
  }

  /** Returns whether some order explains the operations from {@code value} on. */
  boolean explains(List<Operation> rest, @Nullable String value) {
    if (rest.stream().noneMatch(operation -> operation.outcome() instanceof Outcome.Returned)) {
      return true;
    }
    for (Operation operation : rest) {
      if (mayComeFirst(operation, rest)
          && (explainsAfter(operation, rest, value)
              || (lossy && explainsAfter(operation, rest, null)))) {
        return true;
      }
    }
    return false;
  }

  private boolean explainsAfter(Operation first, List<Operation> rest, @Nullable String value) {
    AtomicStore store = new AtomicStore();
    store.reset("k", value);
    String result = store.execute("k", first.command());
    List<Operation> others = new ArrayList<>(rest);
    others.remove(first);
    return (first.outcome().allows(result) && explains(others, store.peek("k")))
        || (mayTakeItForAnother(first, value) && explains(others, value));
  }

  private static boolean mayTakeItForAnother(Operation operation, @Nullable String value) {
    return operation.command().kind() == StoreKind.CAS
        && value != null
        && operation.outcome().allows("other");
  }

  private static boolean mayComeFirst(Operation first, List<Operation> rest) {
    return rest.stream()
        .noneMatch(
            other ->
                other.outcome() instanceof Outcome.Returned returned
                    && returned.at() < first.invoked());
  }
}
