package dev.cress.redis.internal.routing;

import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;

/**
 * A command that Lettuce sends also when its caller gave up meanwhile: without it, the rest of a
 * transaction would be another one. Thread-safe.
 */
final class SentAnyway<K, V, T> extends CommandWrapper<K, V, T> {

  private final Runnable ended;

  private SentAnyway(RedisCommand<K, V, T> command, Runnable ended) {
    super(command);
    this.ended = ended;
  }

  static <K, V, T> SentAnyway<K, V, T> of(RedisCommand<K, V, T> command) {
    return of(command, () -> {});
  }

  /** A command with something to do after its reply or failure was passed on. */
  static <K, V, T> SentAnyway<K, V, T> of(RedisCommand<K, V, T> command, Runnable ended) {
    return new SentAnyway<>(command, ended);
  }

  @Override
  public boolean isDone() {
    return false;
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  protected void doOnComplete() {
    ended.run();
  }

  @Override
  protected void doOnError(Throwable failure) {
    ended.run();
  }
}
