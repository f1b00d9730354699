package dev.cress.redis.internal.routing;

import dev.cress.routing.Waiting;
import io.lettuce.core.protocol.RedisCommand;
import java.util.List;

/** A command that waits at the gates of its keys; not sent if its caller gave up meanwhile. */
final class HeldCommand implements Waiting {

  private final Dispatcher dispatcher;
  private final RedisCommand<?, ?, ?> command;
  private final List<byte[]> keys;

  HeldCommand(Dispatcher dispatcher, RedisCommand<?, ?, ?> command, List<byte[]> keys) {
    this.dispatcher = dispatcher;
    this.command = command;
    this.keys = keys;
  }

  @Override
  public void resume() {
    if (!command.isDone()) {
      dispatcher.resume(command, keys);
    }
  }

  @Override
  public void fail(Throwable cause) {
    command.completeExceptionally(cause);
  }
}
