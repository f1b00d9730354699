package dev.cress.redis.internal.routing;

import dev.cress.node.RoutingException;
import dev.cress.redis.internal.command.Bytes;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of one transaction since its MULTI, all on one node. Thread-safe. */
final class Collected {

  private final Dispatcher dispatcher;
  private final List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();
  private final List<byte[]> keys = new ArrayList<>();
  private @Nullable RuntimeException refusal;

  Collected(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /**
   * Adds a command, unless it begins, ends or guards the transaction itself. One that cannot be
   * sent fails, and so will EXEC.
   */
  boolean takes(RedisCommand<?, ?, ?> command) {
    try {
      CommandSpec spec = dispatcher.table().spec(command);
      if (isControl(spec)) {
        return false;
      }
      add(command, keys(command, spec));
    } catch (RuntimeException e) {
      refused(e);
      dispatcher.refuse(command, e);
    }
    return true;
  }

  private static boolean isControl(CommandSpec spec) {
    return spec.kind() == CommandKind.TRANSACTION && !spec.name().equals("UNWATCH");
  }

  private synchronized void add(RedisCommand<?, ?, ?> command, List<byte[]> more) {
    List<byte[]> all = new ArrayList<>(more);
    all.addAll(keys.subList(0, Math.min(1, keys.size())));
    View<NodeConnection> view = dispatcher.router().enter();
    try {
      OneNode.target(view, command, all);
    } finally {
      view.leave();
    }
    commands.add(command);
    keys.addAll(more);
  }

  private synchronized void refused(RuntimeException reason) {
    refusal = refusal == null ? reason : refusal;
  }

  private static List<byte[]> keys(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    List<byte[]> keys =
        switch (spec.kind()) {
          case SINGLE_KEY -> List.of(Bytes.copy(spec.key(command)));
          case SAME_NODE, FAN_OUT, BLOCKING -> spec.keys(command);
          case REJECTED -> throw new RoutingException(spec.reason());
          default ->
              throw new RoutingException(
                  spec.name()
                      + " is not sent inside MULTI: a transaction is about keys of one node; send"
                      + " it before MULTI or after EXEC");
        };
    Dispatcher.refuseInternal(keys);
    return keys;
  }

  /** Why a command was refused, the first one if there are several. */
  synchronized @Nullable RuntimeException refusal() {
    return refusal;
  }

  synchronized List<RedisCommand<?, ?, ?>> commands() {
    return List.copyOf(commands);
  }

  synchronized List<byte[]> keys() {
    return List.copyOf(keys);
  }

  /** Says to each command what a server says by QUEUED; it ends with EXEC or DISCARD. */
  void queued() {
    commands().forEach(RedisCommand::complete);
  }

  void fail(Throwable cause) {
    commands().forEach(command -> command.completeExceptionally(cause));
  }
}
