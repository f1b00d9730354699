package dev.cress.redis.internal.connection;

import dev.cress.health.NodeBreaker;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A caller's command that finds out whether a node is well again. Tells the breaker once how it
 * went: from here if it ends here, from {@link #endIfGivenUp()} if its caller ends it. Thread-safe.
 */
final class Trial<K, V, T> extends CommandWrapper<K, V, T> {

  private final NodeBreaker breaker;
  private final AtomicBoolean told = new AtomicBoolean();

  Trial(RedisCommand<K, V, T> command, NodeBreaker breaker) {
    super(command);
    this.breaker = breaker;
  }

  /** An error is an answer too. */
  @Override
  public void complete() {
    tell(!SentAnyway.isGivenUp(this));
    super.complete();
  }

  @Override
  public boolean completeExceptionally(Throwable throwable) {
    tell(false);
    return super.completeExceptionally(throwable);
  }

  @Override
  public void cancel() {
    tell(false);
    super.cancel();
  }

  /** Ends the trial if the caller has ended the command. */
  void endIfGivenUp() {
    if (SentAnyway.isGivenUp(this)) {
      tell(false);
    }
  }

  private void tell(boolean answered) {
    if (told.compareAndSet(false, true)) {
      breaker.trialEnded(answered);
    }
  }
}
