package dev.cress.redis.internal.connection;

import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * A command that Lettuce sends also when its caller gave up meanwhile: without it, the rest of a
 * transaction would be another one. Thread-safe.
 */
public final class SentAnyway<K, V, T> extends CommandWrapper<K, V, T> {

  private final RedisCommand<?, ?, ?> waitedFor;
  private final Runnable ended;

  private SentAnyway(
      RedisCommand<K, V, T> command, RedisCommand<?, ?, ?> waitedFor, Runnable ended) {
    super(command);
    this.waitedFor = waitedFor;
    this.ended = ended;
  }

  /**
   * A command of a transaction.
   *
   * @param command the command
   * @param exec the end of the transaction: its caller waits for all of it
   * @param <K> key type
   * @param <V> value type
   * @param <T> the reply's type
   * @return what is to be sent
   */
  public static <K, V, T> SentAnyway<K, V, T> of(
      RedisCommand<K, V, T> command, RedisCommand<?, ?, ?> exec) {
    return new SentAnyway<>(command, exec, () -> {});
  }

  /**
   * A command with something to do after its reply or failure was passed on.
   *
   * @param command the command
   * @param ended run then
   * @param <K> key type
   * @param <V> value type
   * @param <T> the reply's type
   * @return what is to be sent
   */
  public static <K, V, T> SentAnyway<K, V, T> of(RedisCommand<K, V, T> command, Runnable ended) {
    return new SentAnyway<>(command, command, ended);
  }

  /** Tells of a command that was sent whether its caller waits no longer. */
  static boolean isGivenUp(RedisCommand<?, ?, ?> sent) {
    @Nullable SentAnyway<?, ?, ?> anyway = CommandWrapper.unwrap(sent, SentAnyway.class);
    return anyway == null ? sent.isDone() : anyway.waitedFor.isDone();
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
