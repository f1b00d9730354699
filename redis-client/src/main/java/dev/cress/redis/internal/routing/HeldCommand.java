package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandKind;
import dev.cress.routing.Waiting;
import io.lettuce.core.protocol.RedisCommand;
import java.util.List;

/** A command that waits at the gates of its keys; not sent if its caller gave up meanwhile. */
final class HeldCommand implements Waiting {

  private final Dispatcher dispatcher;
  private final RedisCommand<?, ?, ?> command;
  private final List<byte[]> keys;
  private final CommandKind kind;
  private final Runnable waited;

  HeldCommand(
      Dispatcher dispatcher,
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      CommandKind kind,
      Runnable waited) {
    this.dispatcher = dispatcher;
    this.command = command;
    this.keys = keys;
    this.kind = kind;
    this.waited = waited;
  }

  @Override
  public void resume() {
    waited.run();
    if (!command.isDone()) {
      dispatcher.resume(command, keys, kind);
    }
  }

  @Override
  public void fail(Throwable cause) {
    waited.run();
    command.completeExceptionally(cause);
  }
}
