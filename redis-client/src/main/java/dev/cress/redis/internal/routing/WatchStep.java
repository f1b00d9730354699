package dev.cress.redis.internal.routing;

import dev.cress.node.CrossNodeException;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.connection.DedicatedLink;
import dev.cress.redis.internal.connection.Failures;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.connection.SentAnyway;
import dev.cress.routing.View;
import dev.cress.routing.Waiting;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One WATCH on its way. Its facade sends nothing else until it has ended. Gets its link as a {@link
 * BlockingCall} does, but is sent once only, and is bound to its link by keys watched before.
 */
final class WatchStep implements Waiting {

  /** Told once how it ends: with the keys that are watched from now on, or null for none. */
  interface End {
    void watching(@Nullable Watch watch);
  }

  private final RedisCommand<?, ?, ?> command;
  private final @Nullable Watch before;
  private final List<byte[]> keys;
  private final Dispatcher dispatcher;
  private final IdleLinks links;
  private final Executor executor;
  private final End end;

  /**
   * Creates a step.
   *
   * @param command the WATCH
   * @param keys its keys
   * @param before what is watched already
   * @param end told how it ends; gives back the link of a watch that it is not told of
   */
  WatchStep(
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      @Nullable Watch before,
      Dispatcher dispatcher,
      IdleLinks links,
      Executor executor,
      End end) {
    this.command = command;
    this.before = before;
    this.dispatcher = dispatcher;
    this.links = links;
    this.executor = executor;
    this.end = end;
    this.keys = new ArrayList<>(keys);
    if (before != null) {
      this.keys.addAll(before.keys());
    }
  }

  void begin() {
    go(null, null, false);
  }

  @Override
  public void resume() {
    go(null, null, true);
  }

  @Override
  public void fail(Throwable cause) {
    command.completeExceptionally(cause);
    end.watching(before);
  }

  private void go(@Nullable NodeConnection node, @Nullable DedicatedLink link, boolean passed) {
    boolean used = false;
    try {
      if (command.isDone()) {
        end.watching(before);
      } else {
        used = send(node, link, passed);
      }
    } catch (CrossNodeException e) {
      dispatcher.refuse(command, e);
      end.watching(before);
    } catch (RuntimeException e) {
      dispatcher.refuse(command, e);
      end.watching(before == null ? null : before.broken());
    } finally {
      if (!used && node != null && link != null) {
        links.giveBack(node, link);
      }
    }
  }

  private boolean send(
      @Nullable NodeConnection node, @Nullable DedicatedLink link, boolean passed) {
    View<NodeConnection> view = dispatcher.router().enter();
    try {
      if (!passed && OneNode.waits(view, keys, () -> this)) {
        return false;
      }
      NodeConnection target = OneNode.target(view, command, keys);
      if (before != null) {
        before.check(view, target);
        watch(new Watch(target, before.link(), before.version(), keys));
        return false;
      }
      if (link != null && target.equals(node) && link.isOpen()) {
        watch(new Watch(target, link, view.topology().version(), keys));
        return true;
      }
      connect(target);
      return false;
    } finally {
      view.leave();
    }
  }

  private void connect(NodeConnection target) {
    links
        .take(target)
        .whenCompleteAsync(
            (link, failure) -> {
              if (failure == null) {
                go(target, link, false);
              } else {
                notConnected(target, Failures.cause(failure));
              }
            },
            executor);
  }

  private void notConnected(NodeConnection node, Throwable cause) {
    if (OneNode.haveLeft(dispatcher.router(), command, keys, node)) {
      begin();
    } else {
      fail(cause);
    }
  }

  private void watch(Watch watch) {
    dispatcher.meters().sent(command, watch.node(), CommandKind.TRANSACTION);
    watch.link().write(SentAnyway.of(command, () -> end.watching(watch)));
  }
}
