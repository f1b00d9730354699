package dev.cress.redis.internal.connection;

import dev.cress.redis.error.NodeUnavailableException;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a node for one user at a time: one that watches keys, or sends a command that may
 * block. Tagged like the shared connection; never connected again once it is lost. Thread-safe.
 */
public final class DedicatedLink {

  /* A blocked command is woken by CLIENT UNBLOCK on the shared connection: the server answers it as
   * at the end of its own time-out, and only if it took nothing. That may reach the server before
   * the command does, so it is repeated until the command has ended. Nobody else gets this link
   * before CLIENT UNBLOCK is answered, or it could wake the wrong command. */

  private static final long WAKE_AGAIN_MILLIS = 2;

  private final NodeConnection node;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final RedisChannelWriter writer;
  private final InFlightCommands inFlight;
  private final Connector connector;
  private final long clientId;
  private final AtomicBoolean closed = new AtomicBoolean();

  private boolean blocked;
  private boolean woken;
  private boolean waking;
  private @Nullable Runnable whenFree;

  DedicatedLink(
      NodeConnection node,
      StatefulRedisConnection<byte[], byte[]> connection,
      InFlightCommands inFlight,
      Connector connector,
      long clientId) {
    this.node = node;
    this.connection = connection;
    this.writer = ((RedisChannelHandler<?, ?>) connection).getChannelWriter();
    this.inFlight = inFlight;
    this.connector = connector;
    this.clientId = clientId;
  }

  /**
   * Tells whether commands can be sent.
   *
   * @return false once the connection is lost
   */
  public boolean isOpen() {
    return connection.isOpen() && !inFlight.isLost();
  }

  /**
   * Hands a command to the connection, or fails it if that is lost.
   *
   * @param command a command that does not block
   */
  public void write(RedisCommand<?, ?, ?> command) {
    if (isOpen()) {
      writer.write(command);
    } else {
      command.completeExceptionally(new NodeUnavailableException(node.name(), null));
    }
  }

  /**
   * Hands a command that may block to the connection, or fails it if that is lost. Not to be called
   * again before the command has {@linkplain #ended ended}.
   *
   * @param command the command
   */
  public void block(RedisCommand<?, ?, ?> command) {
    synchronized (this) {
      blocked = true;
      woken = false;
    }
    write(command);
  }

  /**
   * Says that the blocking command has its reply or its failure.
   *
   * @param free run when this link may be used again, perhaps at once
   * @return whether the command was {@linkplain #wake woken}, so that a reply without a value may
   *     not be the server's own time-out
   */
  public boolean ended(Runnable free) {
    boolean wasWoken;
    synchronized (this) {
      blocked = false;
      wasWoken = woken;
      whenFree = free;
    }
    runIfFree();
    return wasWoken;
  }

  /** Makes the server answer the blocking command, if there is one, unless it has just done so. */
  public void wake() {
    synchronized (this) {
      if (!blocked || waking) {
        return;
      }
      woken = true;
      waking = true;
    }
    sendWake();
  }

  private void sendWake() {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(CommandKeyword.UNBLOCK).add(clientId);
    node.call(CommandType.CLIENT, new IntegerOutput<>(ByteArrayCodec.INSTANCE), args)
        .whenComplete(
            (count, failure) ->
                wakeAnswered(
                    failure == null ? count == 0 : failure instanceof NodeUnavailableException));
  }

  private void wakeAnswered(boolean withoutEffect) {
    boolean again;
    synchronized (this) {
      again = withoutEffect && blocked;
      waking = again;
    }
    if (again) {
      connector.executor().schedule(this::sendWake, WAKE_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      runIfFree();
    }
  }

  private void runIfFree() {
    Runnable free;
    synchronized (this) {
      if (blocked || waking) {
        return;
      }
      free = whenFree;
      whenFree = null;
    }
    if (free != null) {
      free.run();
    }
  }

  /**
   * Tags the connection, in line behind what was sent; wakes a blocked command, which is before it.
   */
  CompletionStage<Void> tag(ConnectionTag tag) {
    Introduction introduction = new Introduction(node.name(), null, tag);
    connection.dispatch(introduction);
    wake();
    return introduction
        .handle(
            (done, failure) ->
                failure == null || !isOpen()
                    ? CompletableFuture.<Void>completedFuture(null)
                    : CompletableFuture.<Void>failedFuture(failure))
        .thenCompose(result -> result);
  }

  /** Closes the connection; what is under way ends with an unknown outcome. */
  public void close() {
    if (closed.compareAndSet(false, true)) {
      connection.closeAsync();
    }
  }

  @Override
  public String toString() {
    return "dedicated connection to node " + node.name();
  }
}
