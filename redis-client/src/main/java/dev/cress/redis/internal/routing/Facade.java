package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.BlockingCommand;
import dev.cress.redis.internal.command.CommandSpec;
import io.lettuce.core.protocol.RedisCommand;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What one sharded connection has for itself: its transaction, the keys that it watches and its
 * blocking commands. Opens no socket before one of the last two is used. Thread-safe.
 */
final class Facade {

  private final Dispatcher dispatcher;
  private final IdleLinks links = new IdleLinks();
  private final Transactions transactions;
  private final BlockingCalls blocking;

  /**
   * Creates a facade.
   *
   * @param dispatcher sends what needs nothing of its own
   * @param executor goes on with what has waited for a server; none of its threads is a
   *     connection's
   */
  Facade(Dispatcher dispatcher, ScheduledExecutorService executor) {
    this.dispatcher = dispatcher;
    this.transactions =
        new Transactions(
            dispatcher, links, executor, command -> dispatcher.dispatch(command, this));
    this.blocking = new BlockingCalls(dispatcher, links, executor);
  }

  /**
   * Sends a command, or keeps it while a transaction collects or this facade waits for a server.
   */
  void send(RedisCommand<?, ?, ?> command) {
    if (!transactions.takes(command)) {
      dispatcher.dispatch(command, this);
    }
  }

  void control(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    transactions.control(command, spec);
  }

  void block(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    BlockingCommand call = BlockingCommand.of(command, spec);
    Dispatcher.refuseInternal(call.keys());
    blocking.start(call);
  }

  /** Ends everything; a blocking command that has taken a value by then still answers it. */
  void close() {
    transactions.close();
    blocking.close();
    links.close();
  }
}
