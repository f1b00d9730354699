package dev.cress.redis.internal.command;

import dev.cress.redis.error.PartialFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Puts what went wrong in the parts of a split command into one exception. */
final class PartialFailures {

  private static final int HASHES_SHOWN = 10;

  private PartialFailures() {}

  /**
   * Describes the failed parts: a line for each, then the hashes of the failed keys.
   *
   * @param partOfGroup by group; at least one has failed
   * @param partialReply what the other parts have answered, if that makes a reply
   */
  static PartialFailureException of(
      FanOut fanOut,
      int[] groups,
      @Nullable PartCommand[] partOfGroup,
      IntFunction<String> nameOf,
      @Nullable Object partialReply) {
    List<byte[]> failedKeys = new ArrayList<>();
    List<Throwable> reasons = new ArrayList<>();
    for (int i = 0; i < groups.length; i++) {
      PartCommand part = partOfGroup[groups[i]];
      Throwable failure = part == null ? null : part.failure();
      if (failure != null) {
        failedKeys.add(fanOut.keys().get(i));
        reasons.add(failure);
      }
    }
    List<Throwable> causes = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (int group = 0; group < partOfGroup.length; group++) {
      PartCommand part = partOfGroup[group];
      Throwable failure = part == null ? null : part.failure();
      if (part != null && failure != null) {
        causes.add(failure);
        lines.append("\n  ").append(line(nameOf.apply(group), part, failure));
      }
    }
    String summary =
        "%s failed for %d of %d keys, on %d of %d nodes; the other keys are done"
            .formatted(
                fanOut.spec().name(),
                failedKeys.size(),
                groups.length,
                causes.size(),
                count(partOfGroup));
    return new PartialFailureException(
        summary + lines + "\n  key hashes: " + hashes(failedKeys),
        failedKeys,
        reasons,
        causes,
        partialReply);
  }

  // The failure's class only: a server's error text may quote arguments.
  private static String line(String name, PartCommand part, Throwable failure) {
    return name
        + ": "
        + part.getArgs().toCommandString()
        + ", "
        + failure.getClass().getSimpleName();
  }

  private static int count(@Nullable PartCommand[] partOfGroup) {
    int count = 0;
    for (PartCommand part : partOfGroup) {
      count += part == null ? 0 : 1;
    }
    return count;
  }

  private static String hashes(List<byte[]> keys) {
    StringBuilder text = new StringBuilder();
    for (byte[] key : keys.subList(0, Math.min(HASHES_SHOWN, keys.size()))) {
      text.append(text.isEmpty() ? "" : ", ").append(hash(key));
    }
    int more = keys.size() - HASHES_SHOWN;
    return more > 0 ? text + " and " + more + " more" : text.toString();
  }

  /** FNV-1a with 64 bits: enough to recognize a key, not to read it. */
  private static String hash(byte[] key) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : key) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return "%016x".formatted(hash);
  }
}
