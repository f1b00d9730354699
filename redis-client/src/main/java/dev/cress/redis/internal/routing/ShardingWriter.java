package dev.cress.redis.internal.routing;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What stands below one sharded connection in place of a socket: hands each command to the
 * dispatcher. Holds no socket itself, but for those of watched keys and blocking commands.
 * Thread-safe.
 */
public final class ShardingWriter implements RedisChannelWriter {

  private final Facade facade;
  private final ClientResources resources;
  private final Queue<RedisCommand<?, ?, ?>> unflushed = new ConcurrentLinkedQueue<>();
  private volatile boolean autoFlush = true;
  private volatile boolean closed;

  /**
   * Creates a writer.
   *
   * @param dispatcher sends commands
   * @param resources the client's resources
   */
  public ShardingWriter(Dispatcher dispatcher, ClientResources resources) {
    this.facade = new Facade(dispatcher, resources.eventExecutorGroup());
    this.resources = resources;
  }

  @Override
  public <K, V, T> RedisCommand<K, V, T> write(RedisCommand<K, V, T> command) {
    if (closed) {
      command.completeExceptionally(new RedisException("Connection is closed"));
    } else if (autoFlush) {
      facade.send(command);
    } else {
      unflushed.add(command);
    }
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
    this.autoFlush = autoFlush;
  }

  @Override
  public void flushCommands() {
    for (RedisCommand<?, ?, ?> next = unflushed.poll(); next != null; next = unflushed.poll()) {
      facade.send(next);
    }
  }

  @Override
  public void close() {
    closed = true;
    for (RedisCommand<?, ?, ?> next = unflushed.poll(); next != null; next = unflushed.poll()) {
      next.cancel();
    }
    facade.close();
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    close();
    return CompletableFuture.completedFuture(null);
  }

  /** Lettuce 6 has this method, deprecated; later versions do not. */
  @SuppressWarnings("deprecation")
  public void reset() {
    // There is no socket to reset.
  }

  @Override
  public void setConnectionFacade(ConnectionFacade connection) {
    // The facade is told of a socket's coming and going; this writer has none.
  }

  @Override
  public ClientResources getClientResources() {
    return resources;
  }
}
