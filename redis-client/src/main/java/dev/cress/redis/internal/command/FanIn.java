package dev.cress.redis.internal.command;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StreamingOutput;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Joins the replies of a split command's parts and completes the user's command when the last part
 * has settled, on that part's thread. Thread-safe.
 */
final class FanIn {

  private final FanOut fanOut;
  private final RedisCommand<?, ?, ?> command;
  private final int[] groups;
  private final @Nullable PartCommand[] partOfGroup;
  private final IntFunction<String> nameOf;
  private final AtomicInteger pending;

  /**
   * Creates a fan-in. All parts must be {@linkplain #add added} before the first of them is sent.
   *
   * @param fanOut what was split
   * @param groups the group of each of its keys
   * @param sizes how many keys each group has
   * @param nameOf the name of a group in an error message
   */
  FanIn(FanOut fanOut, int[] groups, int[] sizes, IntFunction<String> nameOf) {
    this.fanOut = fanOut;
    this.command = fanOut.command();
    this.groups = groups;
    this.nameOf = nameOf;
    this.partOfGroup = new PartCommand[sizes.length];
    int parts = 0;
    for (int size : sizes) {
      parts += size > 0 ? 1 : 0;
    }
    this.pending = new AtomicInteger(parts);
  }

  void add(int group, PartCommand part) {
    partOfGroup[group] = part;
  }

  boolean isDone() {
    return command.isDone();
  }

  boolean isCancelled() {
    return command.isCancelled();
  }

  /** Tells whether the keys of a part that failed so are to be missing. */
  boolean isMiss(Throwable failure) {
    return command instanceof MissingRead && MissingRead.isMiss(failure);
  }

  /** Called once by each part, after it has its reply or its failure. */
  void partSettled() {
    if (pending.decrementAndGet() > 0 || command.isDone()) {
      return;
    }
    for (PartCommand part : partOfGroup) {
      if (part != null && part.failure() != null) {
        fail();
        return;
      }
    }
    try {
      reply(command.getOutput());
    } catch (RuntimeException e) {
      command.completeExceptionally(e);
      return;
    }
    command.complete();
  }

  private void fail() {
    command.completeExceptionally(
        PartialFailures.of(fanOut, groups, partOfGroup, nameOf, partialReply()));
  }

  private @Nullable Object partialReply() {
    return switch (fanOut.spec().name()) {
      case "MSET" -> null;
      case "MGET" -> valuesOfTheOthers(command.getOutput());
      default -> sum();
    };
  }

  /*
   * Decoded by the user's own output. Who subscribes to a stream gets the failure only there: a
   * failed key must not look like one that does not exist.
   */
  private @Nullable Object valuesOfTheOthers(@Nullable CommandOutput<?, ?, ?> output) {
    if (!(output instanceof StreamingOutput<?> stream)) {
      return null;
    }
    for (PartCommand part : partOfGroup) {
      if (part != null && part.failure() != null) {
        part.reply().miss();
      }
    }
    List<Object> values = new ArrayList<>(groups.length);
    collect(stream, values);
    try {
      values(output);
    } catch (RuntimeException e) {
      return null; // a value that cannot be decoded is not worth hiding the failure of a node
    }
    return Collections.unmodifiableList(values);
  }

  private static <T> void collect(StreamingOutput<T> output, List<Object> values) {
    output.setSubscriber(
        new StreamingOutput.Subscriber<T>() {
          @Override
          public void onNext(T value) {
            values.add(value);
          }
        });
  }

  /** Feeds the user's output as if one node had answered all. */
  private void reply(@Nullable CommandOutput<?, ?, ?> output) {
    if (output == null) {
      return;
    }
    switch (fanOut.spec().name()) {
      case "MGET" -> values(output);
      case "MSET" -> ReplyPart.Status.OK.feed(output, 0);
      default -> output.set(sum());
    }
    output.complete(0);
  }

  private void values(CommandOutput<?, ?, ?> output) {
    output.multiArray(groups.length);
    for (int group : groups) {
      PartCommand part = partOfGroup[group];
      if (part != null) {
        output.set(part.reply().take());
        output.complete(1);
      }
    }
  }

  private long sum() {
    long sum = 0;
    for (PartCommand part : partOfGroup) {
      sum += part == null ? 0 : part.reply().number();
    }
    return sum;
  }
}
