package dev.cress.redis.internal.routing;

import dev.cress.health.FailurePolicy;
import dev.cress.metrics.CressMetrics;
import dev.cress.redis.internal.command.Bytes;
import dev.cress.redis.internal.command.CommandCopy;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.command.CommandTable;
import dev.cress.redis.internal.command.CopyRead;
import dev.cress.redis.internal.command.CopyRule;
import dev.cress.redis.internal.command.FanOut;
import dev.cress.redis.internal.command.MissingRead;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.hotkeys.HotKeyRecorder;
import dev.cress.redis.internal.migration.NodeWork;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.redis.replicas.ReplicaPolicy.Acknowledgement;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends each command to the nodes that hold a copy of its keys: a write to all of them, a read to
 * one after the other. What is about no key goes its way as without copies. Thread-safe.
 */
public final class ReplicatingDispatcher extends Dispatcher {

  private final ReplicaSets sets;
  private final Acknowledgement acknowledgement;
  private final boolean missOnFailure;
  private final long patience;

  /**
   * Creates a dispatcher.
   *
   * @param table says where a command's keys are
   * @param router gives the view in force
   * @param metrics the client's meters
   * @param work what commands about all keys of a node do there
   * @param failure what becomes of commands if no copy is available
   * @param hotKeys counts the keys of some commands, or null
   * @param replicas how many copies there are, and when a write is done
   * @param timeout how long a copy is waited for after its write is done; zero for ever
   */
  public ReplicatingDispatcher(
      CommandTable table,
      Router<NodeConnection> router,
      CressMetrics metrics,
      NodeWork work,
      FailurePolicy failure,
      @Nullable HotKeyRecorder hotKeys,
      ReplicaPolicy replicas,
      Duration timeout) {
    super(table, router, metrics, work, failure, hotKeys);
    this.sets = new ReplicaSets(replicas);
    this.acknowledgement = replicas.acknowledgement();
    this.missOnFailure = failure.missesReads();
    this.patience = timeout.isZero() ? Long.MAX_VALUE / 2 : timeout.toNanos();
  }

  @Override
  void dispatch(RedisCommand<?, ?, ?> command, Facade facade) {
    try {
      CommandSpec spec = table().spec(command);
      if (CopyRule.of(command, spec) == CopyRule.NO_KEY) {
        super.dispatch(command, facade);
        return;
      }
      RedisCommand<?, ?, ?> sent = missOnFailure ? MissingRead.of(command, spec) : command;
      if (spec.kind() == CommandKind.FAN_OUT) {
        fanOut(sent, spec);
      } else {
        List<byte[]> keys = keys(sent, spec);
        refuseInternal(keys);
        pass(sent, keys, spec.kind());
      }
    } catch (RuntimeException e) {
      refuse(command, e);
    }
  }

  private static List<byte[]> keys(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    if (spec.kind() != CommandKind.SINGLE_KEY) {
      return spec.keys(command);
    }
    return List.of(Bytes.copy(spec.key(command))); // without encoding a value that may be large
  }

  private void pass(RedisCommand<?, ?, ?> command, List<byte[]> keys, CommandKind kind) {
    View<NodeConnection> view = router().enter();
    try {
      pass(view, command, keys, kind);
    } finally {
      view.leave();
    }
  }

  private void pass(
      View<NodeConnection> view,
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      CommandKind kind) {
    if (!OneNode.waits(
        view, keys, () -> new HeldCommand(this, command, keys, kind, meters().gateTime()))) {
      send(view, command, keys, kind);
    }
  }

  /*
   * In a change each key goes for itself, as it may have to wait, and its nodes may be others then.
   * Of keys that are only counted, nobody could say which of them were not there.
   */
  private void fanOut(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    FanOut fanOut = FanOut.of(command, spec);
    refuseInternal(fanOut.keys());
    View<NodeConnection> view = router().enter();
    try {
      boolean counted = spec.isReadOnly() && !spec.name().equals("MGET");
      ReplicaGroups groups = new ReplicaGroups(sets, view, counted || view.hasGates());
      List<FanOut.Part> parts = fanOut.split(groups::of, groups::name);
      meters().split(command, parts.size());
      for (FanOut.Part part : parts) {
        passPart(view, part.command(), spec);
      }
    } finally {
      view.leave();
    }
  }

  /* A part that cannot be sent fails its own keys; the others are not held up. */
  private void passPart(View<NodeConnection> view, RedisCommand<?, ?, ?> part, CommandSpec spec) {
    try {
      pass(view, part, spec.keys(part), spec.kind());
    } catch (RuntimeException e) {
      refuse(part, e);
    }
  }

  @Override
  void send(
      View<NodeConnection> view,
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      CommandKind kind) {
    CommandSpec spec = table().spec(command);
    List<Replica> replicas = sets.of(view, command, keys);
    CopyRule rule = CopyRule.of(spec);
    switch (rule) {
      case READ -> readAvailable(command, spec, sets.forReading(replicas));
      case READ_FIRST -> read(command, spec, sets.forReading(replicas).subList(0, 1));
      default -> write(command, spec, rule, replicas);
    }
  }

  /* A node that is kept away from is asked last. So that it is noticed when it is well again, it is
   * given the read as well, as one that nobody waits for. */
  private void readAvailable(
      RedisCommand<?, ?, ?> command, CommandSpec spec, List<Replica> replicas) {
    List<Replica> availableFirst = ReplicaSets.availableFirst(replicas);
    NodeConnection preferred = replicas.get(0).connection();
    if (!availableFirst.get(0).equals(replicas.get(0)) && preferred.isConnected()) {
      CopyRead read = CopyRead.of(command, spec);
      preferred.write(new CommandCopy(read.type(), read.args(), 0, new Unheard(patience)));
    }
    read(command, spec, availableFirst);
  }

  private void read(RedisCommand<?, ?, ?> command, CommandSpec spec, List<Replica> replicas) {
    meters().sent(command, replicas.get(0).connection(), spec.kind());
    new ReplicaRead(command, CopyRead.of(command, spec), replicas).start();
  }

  private void write(
      RedisCommand<?, ?, ?> command, CommandSpec spec, CopyRule rule, List<Replica> replicas) {
    meters().sent(command, replicas.get(0).connection(), spec.kind());
    int needed = rule == CopyRule.REMOVE ? replicas.size() : acknowledgement.of(replicas.size());
    new ReplicaWrite(command, replicas, needed, patience, meters()).start();
  }
}
