package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.connection.Batch;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.connection.SentAnyway;
import dev.cress.routing.View;
import dev.cress.routing.Waiting;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** One EXEC on its way, with all commands of its transaction. */
final class Exec implements Waiting {

  private final RedisCommand<?, ?, ?> command;
  private final Collected collected;
  private final @Nullable Watch watch;
  private final List<byte[]> keys;
  private final Dispatcher dispatcher;
  private final Runnable ended;

  /**
   * Creates an EXEC.
   *
   * @param command the user's EXEC
   * @param collected the commands since MULTI
   * @param watch what is watched, null for nothing
   * @param dispatcher knows the way
   * @param ended run once when it is over, whatever came of it
   */
  Exec(
      RedisCommand<?, ?, ?> command,
      Collected collected,
      @Nullable Watch watch,
      Dispatcher dispatcher,
      Runnable ended) {
    this.command = command;
    this.collected = collected;
    this.watch = watch;
    this.dispatcher = dispatcher;
    this.ended = ended;
    this.keys = new ArrayList<>(collected.keys());
    if (watch != null) {
      keys.addAll(watch.keys());
    }
  }

  void begin() {
    RuntimeException refusal = collected.refusal();
    if (refusal != null) {
      collected.queued();
      Replies.aborted(command, refusal);
      ended.run();
    } else if (keys.isEmpty()) {
      Replies.emptyList(command);
      ended.run();
    } else {
      send(false);
    }
  }

  @Override
  public void resume() {
    if (command.isDone()) {
      fail(new CancellationException("EXEC was given up before it was sent"));
    } else {
      send(true);
    }
  }

  private void send(boolean passed) {
    View<NodeConnection> view = dispatcher.router().enter();
    try {
      if (passed || !OneNode.waits(view, keys, () -> this)) {
        send(view, OneNode.target(view, command, keys));
      }
    } catch (RuntimeException e) {
      fail(e);
    } finally {
      view.leave();
    }
  }

  private void send(View<NodeConnection> view, NodeConnection target) {
    if (watch != null) {
      watch.check(view, target);
    }
    dispatcher.meters().sent(command, target, CommandKind.TRANSACTION);
    Batch batch = new Batch(wholeTransaction());
    if (watch != null) {
      watch.link().write(batch);
    } else {
      target.write(batch);
    }
  }

  private List<RedisCommand<?, ?, ?>> wholeTransaction() {
    List<RedisCommand<?, ?, ?>> all = new ArrayList<>();
    Command<byte[], byte[], String> multi =
        new Command<>(CommandType.MULTI, new StatusOutput<>(ByteArrayCodec.INSTANCE));
    all.add(SentAnyway.of(multi, command));
    collected.commands().forEach(each -> all.add(SentAnyway.of(each, command)));
    all.add(SentAnyway.of(command, ended));
    return all;
  }

  @Override
  public void fail(Throwable cause) {
    collected.fail(cause);
    command.completeExceptionally(cause);
    ended.run();
  }
}
