package dev.cress.redis.internal.pubsub;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.cress.node.RoutingException;
import dev.cress.redis.internal.command.EncodedArgs;
import dev.cress.redis.internal.pubsub.Subscription.Kind;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What stands below one pub/sub connection in place of a socket: keeps its subscriptions, and lets
 * all other commands go the way of an ordinary sharded connection. Commands that subscribe are
 * never held back until a flush. Thread-safe.
 */
public final class PubSubWriter implements RedisChannelWriter {

  private final RedisChannelWriter ordinary;
  private final Subscriptions subscriptions;
  private final Runnable closed;

  PubSubWriter(RedisChannelWriter ordinary, Subscriptions subscriptions, Runnable closed) {
    this.ordinary = ordinary;
    this.subscriptions = subscriptions;
    this.closed = closed;
  }

  @Override
  public <K, V, T> RedisCommand<K, V, T> write(RedisCommand<K, V, T> command) {
    try {
      return isTaken(command) ? command : ordinary.write(command);
    } catch (RuntimeException e) {
      command.completeExceptionally(e);
      return command;
    }
  }

  private boolean isTaken(RedisCommand<?, ?, ?> command) {
    String name = new String(command.getType().getBytes(), US_ASCII);
    for (Kind kind : Kind.values()) {
      if (name.equalsIgnoreCase(kind.subscribe.name())) {
        subscribe(command, kind);
        return true;
      }
      if (name.equalsIgnoreCase(kind.unsubscribe.name())) {
        answer(command, subscriptions.unsubscribe(kind, EncodedArgs.listOf(command.getArgs())));
        return true;
      }
    }
    return false;
  }

  private void subscribe(RedisCommand<?, ?, ?> command, Kind kind) {
    List<byte[]> names = EncodedArgs.listOf(command.getArgs());
    if (names.isEmpty()) {
      command.completeExceptionally(new RoutingException(kind.subscribe + " names no channel"));
    } else {
      answer(command, subscriptions.subscribe(kind, names));
    }
  }

  private static void answer(RedisCommand<?, ?, ?> command, CompletableFuture<Void> result) {
    result.whenComplete(
        (done, failure) -> {
          if (failure == null) {
            command.complete();
          } else {
            command.completeExceptionally(failure);
          }
        });
  }

  @Override
  @SuppressWarnings("unchecked") // As in Lettuce's own writers: the commands are only read.
  public <K, V> Collection<RedisCommand<K, V, ?>> write(
      Collection<? extends RedisCommand<K, V, ?>> commands) {
    commands.forEach(this::write);
    return (Collection<RedisCommand<K, V, ?>>) commands;
  }

  @Override
  public void setAutoFlushCommands(boolean autoFlush) {
    ordinary.setAutoFlushCommands(autoFlush);
  }

  @Override
  public void flushCommands() {
    ordinary.flushCommands();
  }

  @Override
  public void close() {
    closeAsync();
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    closed.run();
    subscriptions.close();
    return ordinary.closeAsync();
  }

  /** Lettuce 6 has this method, deprecated; later versions do not. */
  @SuppressWarnings("deprecation")
  public void reset() {
    // There is no socket to reset.
  }

  @Override
  public void setConnectionFacade(ConnectionFacade connection) {
    ordinary.setConnectionFacade(connection);
  }

  @Override
  public ClientResources getClientResources() {
    return ordinary.getClientResources();
  }
}
