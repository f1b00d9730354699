package dev.cress.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How an operation ended, as far as its client knows. Immutable. */
public sealed interface Outcome {

  /** Returns whether the client may have seen {@code result}. */
  boolean allows(@Nullable String result);

  /** The server answered {@code result}, and the client had the answer at the time {@code at}. */
  record Returned(@Nullable String result, long at) implements Outcome {
    @Override
    public boolean allows(@Nullable String expected) {
      return Objects.equals(result, expected);
    }

    @Override
    public String toString() {
      return Operation.quoted(result);
    }
  }

  /** The operation failed and certainly had no effect, then or later. */
  record NoEffect() implements Outcome {
    @Override
    public boolean allows(@Nullable String expected) {
      return false;
    }

    @Override
    public String toString() {
      return "failed without effect";
    }
  }

  /** The client gave up: the effect happens at any moment after the invocation, or never. */
  record Unknown() implements Outcome {
    @Override
    public boolean allows(@Nullable String expected) {
      return true;
    }

    @Override
    public String toString() {
      return "unknown";
    }
  }
}
