package dev.cress.benchmarks;

import dev.cress.redis.internal.routing.NoPush;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/** A Lettuce client without sockets: every command is complete as soon as it is handed over. */
final class Answering extends RedisClient {

  private final ClientResources resources;

  Answering(ClientResources resources) {
    super(resources, RedisURI.create("localhost", 1));
    this.resources = resources;
  }

  @Override
  public <K, V> ConnectionFuture<StatefulRedisConnection<K, V>> connectAsync(
      RedisCodec<K, V> codec, RedisURI uri) {
    return ConnectionFuture.completed(
        null,
        newStatefulRedisConnection(
            new Writer(resources), NoPush.INSTANCE, codec, Duration.ofSeconds(1)));
  }

  /** The end of every command's way. */
  private record Writer(ClientResources getClientResources) implements RedisChannelWriter {

    @Override
    public <K, V, T> RedisCommand<K, V, T> write(RedisCommand<K, V, T> command) {
      command.complete();
      return command;
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
      // There is nothing to flush.
    }

    @Override
    public void flushCommands() {
      // There is nothing to flush.
    }

    @Override
    public void close() {
      // There is no socket.
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void setConnectionFacade(ConnectionFacade connection) {
      // It is told of nothing.
    }
  }
}
