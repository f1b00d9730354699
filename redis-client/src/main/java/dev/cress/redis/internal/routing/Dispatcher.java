package dev.cress.redis.internal.routing;

import dev.cress.health.FailurePolicy;
import dev.cress.metrics.CressMetrics;
import dev.cress.node.RoutingException;
import dev.cress.redis.internal.command.BlockingCommand;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.command.CommandTable;
import dev.cress.redis.internal.command.FanOut;
import dev.cress.redis.internal.command.MissingRead;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.hotkeys.HotKeyRecorder;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.redis.internal.migration.NodeWork;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends each command to the node that owns its keys, under one view of the topology; in a change,
 * through the gates of its keys. Thread-safe; the steady way takes no lock.
 */
public class Dispatcher {

  private final CommandTable table;
  private final Router<NodeConnection> router;
  private final CommandMeters meters;
  private final AllNodes allNodes;
  private final boolean missesReads;

  /**
   * Creates a dispatcher.
   *
   * @param table says where a command's keys are
   * @param router gives the view in force
   * @param metrics the client's meters
   * @param work what commands about all keys of a node do there
   * @param policy what becomes of commands on nodes that are not available
   * @param hotKeys counts the keys of some commands, or null
   */
  public Dispatcher(
      CommandTable table,
      Router<NodeConnection> router,
      CressMetrics metrics,
      NodeWork work,
      FailurePolicy policy,
      @Nullable HotKeyRecorder hotKeys) {
    this.table = table;
    this.router = router;
    this.meters = new CommandMeters(metrics, table, hotKeys);
    this.allNodes = new AllNodes(router, meters, work);
    this.missesReads = policy.missesReads();
  }

  /** To be called each time that a topology has come into force. */
  public void published() {
    allNodes.published();
  }

  /**
   * Sends a command, or completes it with the reason why it cannot be sent.
   *
   * @param command the command
   * @param facade the sharded connection that it came from
   */
  void dispatch(RedisCommand<?, ?, ?> command, Facade facade) {
    try {
      CommandSpec spec = table.spec(command);
      RedisCommand<?, ?, ?> sent = missesReads ? MissingRead.of(command, spec) : command;
      if (spec.kind() == CommandKind.SINGLE_KEY) {
        single(sent, spec.key(sent));
      } else {
        other(sent, spec, facade);
      }
    } catch (RuntimeException e) {
      refuse(command, e);
    }
  }

  /* Apart from the most frequent way, which is compiled as a whole only as long as it is short. */
  private void other(RedisCommand<?, ?, ?> command, CommandSpec spec, Facade facade) {
    switch (spec.kind()) {
      case SINGLE_KEY -> throw new IllegalStateException(spec + " has a way of its own");
      case SAME_NODE ->
          together(allNodes.scripts().known(command, spec, again -> dispatch(again, facade)), spec);
      case FAN_OUT -> fanOut(command, spec);
      case ALL_NODES -> allNodes.send(command, spec);
      case TRANSACTION -> facade.control(command, spec);
      case BLOCKING -> blocking(command, spec, facade);
      case CHANNEL -> publish(command, spec.keys(command).get(0));
      case REJECTED -> throw new RoutingException(spec.reason());
    }
  }

  private void single(RedisCommand<?, ?, ?> command, ByteBuffer key) {
    byte[] array = key.array();
    int from = key.arrayOffset() + key.position();
    int to = from + key.remaining();
    refuseInternal(array, from, to);
    View<NodeConnection> view = router.enter();
    try {
      int place = view.place(array, from, to);
      if (view.hasGates()) {
        passGate(view, command, Arrays.copyOfRange(array, from, to), place);
      } else {
        hand(view.target(place), command, CommandKind.SINGLE_KEY);
      }
    } finally {
      view.leave();
    }
  }

  private void passGate(
      View<NodeConnection> view, RedisCommand<?, ?, ?> command, byte[] key, int place) {
    boolean gated = view.isGated(place);
    if (!view.passage().isFree(key, gated)) {
      List<byte[]> keys = List.of(key);
      HeldCommand held = held(command, keys, CommandKind.SINGLE_KEY);
      if (view.passage().enqueue(held, keys, new boolean[] {gated})) {
        return;
      }
    }
    hand(view.target(gated ? view.placeBehindGates(key) : place), command, CommandKind.SINGLE_KEY);
  }

  /* A channel holds nothing that could move: its messages go to its owner in the view in force. */
  private void publish(RedisCommand<?, ?, ?> command, byte[] channel) {
    View<NodeConnection> view = router.enter();
    try {
      hand(view.target(view.placeBehindGates(channel)), command, CommandKind.CHANNEL);
    } finally {
      view.leave();
    }
  }

  private void together(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    List<byte[]> keys = spec.keys(command);
    refuseInternal(keys);
    View<NodeConnection> view = router.enter();
    try {
      if (!waits(view, command, keys, CommandKind.SAME_NODE)) {
        send(view, command, keys, CommandKind.SAME_NODE);
      }
    } finally {
      view.leave();
    }
  }

  private void fanOut(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    FanOut fanOut = FanOut.of(command, spec);
    refuseInternal(fanOut.keys());
    View<NodeConnection> view = router.enter();
    try {
      Groups groups = new Groups(view);
      List<FanOut.Part> parts = fanOut.split(groups::of, groups::name);
      meters.split(command, parts.size());
      for (FanOut.Part part : parts) {
        sendPart(view, groups, part, fanOut.keys());
      }
    } finally {
      view.leave();
    }
  }

  /* A part that cannot be sent fails its own keys; the others are not held up. */
  private void sendPart(
      View<NodeConnection> view, Groups groups, FanOut.Part part, List<byte[]> allKeys) {
    try {
      List<byte[]> keys = groups.keys(part.group(), allKeys);
      if (!waits(view, part.command(), keys, CommandKind.FAN_OUT)) {
        hand(groups.target(part.group()), part.command(), CommandKind.FAN_OUT);
      }
    } catch (RuntimeException e) {
      refuse(part.command(), e);
    }
  }

  private void blocking(RedisCommand<?, ?, ?> command, CommandSpec spec, Facade facade) {
    if (BlockingCommand.blocks(command, spec)) {
      facade.block(command, spec);
    } else {
      together(command, spec);
    }
  }

  private boolean waits(
      View<NodeConnection> view,
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      CommandKind kind) {
    return OneNode.waits(view, keys, () -> held(command, keys, kind));
  }

  /** Sends a command that has passed the gates. */
  void resume(RedisCommand<?, ?, ?> command, List<byte[]> keys, CommandKind kind) {
    View<NodeConnection> view = router.enter();
    try {
      send(view, command, keys, kind);
    } catch (RuntimeException e) {
      refuse(command, e);
    } finally {
      view.leave();
    }
  }

  /** Sends a command whose keys have passed the gates of this view. */
  void send(
      View<NodeConnection> view,
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      CommandKind kind) {
    hand(OneNode.target(view, command, keys), command, kind);
  }

  private void hand(NodeConnection target, RedisCommand<?, ?, ?> command, CommandKind kind) {
    meters.sent(command, target, kind);
    target.write(command);
  }

  private HeldCommand held(RedisCommand<?, ?, ?> command, List<byte[]> keys, CommandKind kind) {
    return new HeldCommand(this, command, keys, kind, meters.gateTime());
  }

  void refuse(RedisCommand<?, ?, ?> command, RuntimeException reason) {
    meters.refused(reason);
    command.completeExceptionally(reason);
  }

  CommandTable table() {
    return table;
  }

  Router<NodeConnection> router() {
    return router;
  }

  CommandMeters meters() {
    return meters;
  }

  static void refuseInternal(List<byte[]> keys) {
    keys.forEach(key -> refuseInternal(key, 0, key.length));
  }

  private static void refuseInternal(byte[] bytes, int from, int to) {
    if (InternalKeys.isInternal(bytes, from, to)) {
      throw new IllegalArgumentException(
          "keys that begin with " + InternalKeys.PREFIX + " belong to Cress itself");
    }
  }
}
