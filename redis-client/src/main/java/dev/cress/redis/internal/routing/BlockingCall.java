package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.BlockingCommand;
import dev.cress.redis.internal.command.BlockingEnd;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.connection.DedicatedLink;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import dev.cress.routing.Waiting;
import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CompleteableCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One blocking command on its way: through the gates of its keys, over a link to their node, and
 * all over again if it was woken because the topology changes. Gets its link as a {@link WatchStep}
 * does, but waits for one when all are in use. Thread-safe.
 */
final class BlockingCall implements Waiting, BlockingEnd {

  private final BlockingCommand blocking;
  private final RedisCommand<?, ?, ?> command;
  private final Dispatcher dispatcher;
  private final BlockingCalls calls;
  private final long timeout;

  private volatile @Nullable Sent sent;
  private boolean sentOnce;
  private long deadline;

  /** The call that is under way. */
  private record Sent(NodeConnection node, DedicatedLink link) {}

  BlockingCall(BlockingCommand blocking, Dispatcher dispatcher, BlockingCalls calls) {
    this.blocking = blocking;
    this.command = blocking.command();
    this.dispatcher = dispatcher;
    this.calls = calls;
    this.timeout = blocking.timeoutNanos();
  }

  void start() {
    if (command instanceof CompleteableCommand<?> completeable) {
      completeable.onComplete((value, failure) -> done());
    }
    begin();
  }

  private void done() {
    calls.forget(this);
    wake();
  }

  boolean isDone() {
    return command.isDone();
  }

  /** Begins, or begins again, without a link. */
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
  }

  /** Goes on with a link to a node. */
  void go(NodeConnection node, DedicatedLink link) {
    go(node, link, false);
  }

  private void go(@Nullable NodeConnection node, @Nullable DedicatedLink link, boolean passed) {
    boolean used = false;
    try {
      used = !isOver() && send(node, link, passed);
    } catch (RuntimeException e) {
      dispatcher.refuse(command, e);
    } finally {
      if (!used && node != null && link != null) {
        calls.release(node, link);
      }
    }
  }

  /** There is no link to a node: only if that is not the owner any more, this is not the end. */
  void notConnected(NodeConnection node, Throwable cause) {
    if (OneNode.haveLeft(dispatcher.router(), command, blocking.keys(), node)) {
      begin();
    } else {
      command.completeExceptionally(cause);
    }
  }

  private boolean isOver() {
    if (calls.isClosed()) {
      command.completeExceptionally(closed());
    }
    return command.isDone();
  }

  private static RedisException closed() {
    return new RedisException("Connection is closed");
  }

  /** Sends the command over the link if that is to the right node; else gets another one. */
  private boolean send(
      @Nullable NodeConnection node, @Nullable DedicatedLink link, boolean passed) {
    View<NodeConnection> view = dispatcher.router().enter();
    try {
      if (!passed && OneNode.waits(view, blocking.keys(), () -> this)) {
        return false;
      }
      NodeConnection target = OneNode.target(view, command, blocking.keys());
      if (link != null && target.equals(node) && link.isOpen()) {
        send(new Sent(target, link));
        return true;
      }
      calls.connect(this, target);
      return false;
    } finally {
      view.leave();
    }
  }

  private void send(Sent next) {
    RedisCommand<?, ?, ?> call;
    if (sentOnce) {
      call = blocking.again(remaining(), this);
    } else {
      sentOnce = true;
      deadline = System.nanoTime() + timeout;
      dispatcher.meters().sent(command, next.node(), CommandKind.BLOCKING);
      blocking.beforeFirst().forEach(next.link()::write);
      call = blocking.first(this);
    }
    sent = next;
    calls.blocked(this);
    next.link().block(call);
    if (command.isDone() || calls.isClosed()) {
      wake();
    }
  }

  private long remaining() {
    return timeout == 0 ? Long.MAX_VALUE : Math.max(1, deadline - System.nanoTime());
  }

  private boolean hasTime() {
    return timeout == 0 || deadline - System.nanoTime() > 0;
  }

  /** Makes the server answer, if it has the call. */
  void wake() {
    Sent current = sent;
    if (current != null) {
      current.link().wake();
    }
  }

  void cut() {
    Sent current = sent;
    if (current != null) {
      current.link().close();
    }
  }

  @Override
  public void nothing(Runnable reply) {
    boolean woken = ended();
    if (woken && calls.isClosed()) {
      command.completeExceptionally(closed());
    } else if (woken && hasTime() && !command.isDone()) {
      calls.later(this);
    } else {
      reply.run();
    }
  }

  @Override
  public void answered(Runnable reply) {
    ended();
    reply.run();
  }

  @Override
  public void failed(Throwable cause) {
    ended();
    command.completeExceptionally(cause);
  }

  private boolean ended() {
    Sent last = Objects.requireNonNull(sent);
    sent = null;
    calls.ended(this);
    return last.link().ended(() -> calls.release(last.node(), last.link()));
  }
}
