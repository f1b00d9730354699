package dev.cress.redis.internal.command;

import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The sub-command for one group of a fan-out. It counts as done once the user's command is, so that
 * Lettuce drops it where it was not sent yet. Thread-safe.
 */
final class PartCommand extends Command<byte[], byte[], Object> {

  private final FanIn fanIn;
  private final PartOutput reply;
  private final AtomicBoolean settled = new AtomicBoolean();
  // Written before the fan-in counts this part down, read after the last part did.
  private @Nullable Throwable failure;

  PartCommand(ProtocolKeyword type, PartArgs args, PartOutput reply, FanIn fanIn) {
    super(type, reply, args);
    this.fanIn = fanIn;
    this.reply = reply;
  }

  @Override
  public void complete() {
    super.complete();
    settle(reply.hasError() ? ExceptionFactory.createExecutionException(reply.getError()) : null);
  }

  @Override
  public boolean completeExceptionally(Throwable throwable) {
    super.completeExceptionally(throwable);
    if (fanIn.isMiss(throwable)) {
      reply.miss();
      return settle(null);
    }
    return settle(throwable);
  }

  @Override
  public void cancel() {
    super.cancel();
    settle(new CancellationException("the connection cancelled the command"));
  }

  @Override
  public boolean isDone() {
    return super.isDone() || fanIn.isDone();
  }

  @Override
  public boolean isCancelled() {
    return super.isCancelled() || fanIn.isCancelled();
  }

  PartOutput reply() {
    return reply;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  private boolean settle(@Nullable Throwable cause) {
    if (!settled.compareAndSet(false, true)) {
      return false;
    }
    failure = cause;
    fanIn.partSettled();
    return true;
  }
}
