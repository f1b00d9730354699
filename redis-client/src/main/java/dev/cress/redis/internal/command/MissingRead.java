package dev.cress.redis.internal.command;

import dev.cress.redis.error.NodeUnavailableException;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;

/**
 * A read that finds nothing when its node is not available, in place of failing. What was sent ends
 * as it ends: a part of its reply may be in the output already. Thread-safe.
 */
public final class MissingRead<K, V, T> extends CommandWrapper<K, V, T> {

  private final Miss miss;

  private MissingRead(RedisCommand<K, V, T> command, Miss miss) {
    super(command);
    this.miss = miss;
  }

  /**
   * Wraps a command if a miss is defined for it.
   *
   * @param command the user's command
   * @param spec its spec
   * @return the wrapped command, or the command itself if it writes or has no miss
   */
  public static RedisCommand<?, ?, ?> of(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    Miss miss = spec.miss();
    return miss == null ? command : new MissingRead<>(command, miss);
  }

  /** Tells whether this failure makes a miss: the command was not sent. */
  static boolean isMiss(Throwable failure) {
    return failure instanceof NodeUnavailableException;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    if (!isMiss(failure) || isDone()) {
      return super.completeExceptionally(failure);
    }
    CommandOutput<K, V, T> output = getOutput();
    CommandArgs<K, V> args = getArgs();
    if (output != null) {
      miss.answer(output, args == null ? 0 : args.count());
    }
    complete();
    return true;
  }
}
