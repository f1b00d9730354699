package dev.cress.redis.internal.routing;

import dev.cress.metrics.CressMetrics;
import dev.cress.node.CrossNodeException;
import dev.cress.node.RoutingException;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.command.CommandTable;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.hotkeys.HotKeyRecorder;
import io.lettuce.core.protocol.CompleteableCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures commands on their way, if anybody reads the meters, and samples their keys, if anybody
 * asks for hot ones. Thread-safe.
 */
final class CommandMeters {

  private static final String SEVERAL_NODES = "*";
  private static final Set<CommandKind> HAVE_SEVERAL_KEYS =
      EnumSet.of(CommandKind.SAME_NODE, CommandKind.FAN_OUT, CommandKind.BLOCKING);

  private final CressMetrics metrics;
  private final boolean enabled;
  private final CommandTable table;
  private final @Nullable HotKeyRecorder hotKeys;

  CommandMeters(CressMetrics metrics, CommandTable table, @Nullable HotKeyRecorder hotKeys) {
    this.metrics = metrics;
    this.enabled = metrics.isEnabled();
    this.table = table;
    this.hotKeys = hotKeys;
  }

  /** Times a command from its first hand-over to a node. Parts of a split command are not timed. */
  void sent(RedisCommand<?, ?, ?> command, NodeConnection target, CommandKind kind) {
    if (enabled && !isTimed(command)) {
      time(command, target.name(), kind);
    }
    HotKeyRecorder recorder = hotKeys;
    if (recorder != null && recorder.samples()) {
      sample(recorder, command, target.name(), kind);
    }
  }

  private static boolean isTimed(RedisCommand<?, ?, ?> command) {
    return command instanceof CallByDigest<?, ?, ?> call && call.isSentAgain();
  }

  private void sample(
      HotKeyRecorder recorder, RedisCommand<?, ?, ?> command, String node, CommandKind kind) {
    CommandSpec spec = table.spec(command);
    if (kind == CommandKind.SINGLE_KEY) {
      recorder.record(node, spec.key(command));
    } else if (HAVE_SEVERAL_KEYS.contains(kind)) {
      recorder.record(node, spec.keys(command));
    }
  }

  /** Times a command that was split over several nodes, as a whole. */
  void split(RedisCommand<?, ?, ?> command, int nodes) {
    if (enabled) {
      metrics.fanOut(nodes);
      if (nodes > 1) {
        time(command, SEVERAL_NODES, CommandKind.FAN_OUT);
      }
    }
  }

  /** Times a command that was sent to several nodes as it is, as a whole. */
  void all(RedisCommand<?, ?, ?> command) {
    if (enabled) {
      time(command, SEVERAL_NODES, CommandKind.ALL_NODES);
    }
  }

  /** Counts a write that one copy of its keys has missed. */
  void copyMissed(String node) {
    if (enabled) {
      metrics.copyMissed(node);
    }
  }

  private void time(RedisCommand<?, ?, ?> command, String node, CommandKind kind) {
    if (command instanceof CompleteableCommand<?> completeable) {
      long start = System.nanoTime();
      completeable.onComplete(
          (value, failure) ->
              metrics.command(node, kind, failure == null, System.nanoTime() - start));
    }
  }

  /** Starts the time of a command at a gate; to be run when it has passed or failed. */
  Runnable gateTime() {
    if (!enabled) {
      return () -> {};
    }
    long start = System.nanoTime();
    return () -> metrics.gate(System.nanoTime() - start);
  }

  void refused(RuntimeException reason) {
    if (enabled) {
      metrics.rejected(word(reason));
    }
  }

  private static String word(RuntimeException reason) {
    if (reason instanceof CrossNodeException) {
      return "cross_node";
    }
    return reason instanceof RoutingException ? "unroutable" : "refused";
  }
}
