package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ChangedKeys;
import dev.cress.memcached.internal.operation.FlagsCheck;
import dev.cress.memcached.internal.operation.KeyCheck;
import dev.cress.memcached.internal.operation.KeyedTextOperation;
import dev.cress.memcached.internal.operation.MultiGetText;
import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.metrics.CressMetrics;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import net.spy.memcached.ops.Operation;

/**
 * Sends each operation to the node that owns its key, under one view of the topology; in a change,
 * through the gate of its key. Thread-safe; the steady way takes no lock.
 */
public final class Dispatcher {

  private final Router<NodeConnection> router;
  private final ChangedKeys changedKeys;
  private final boolean tombstones;
  private final OperationMeters meters;

  /**
   * What nodes were told something under.
   *
   * @param version the topology's version
   * @param moving whether values may be on their way from one node to another
   */
  record Round(long version, boolean moving) {}

  /**
   * Creates a dispatcher.
   *
   * @param router gives the view in force
   * @param changedKeys the keys on which operations are done with care
   * @param tombstones whether items with the flag of a tombstone are none, because keys may move
   * @param metrics the client's meters
   */
  public Dispatcher(
      Router<NodeConnection> router,
      ChangedKeys changedKeys,
      boolean tombstones,
      CressMetrics metrics) {
    this.router = router;
    this.changedKeys = changedKeys;
    this.tombstones = tombstones;
    this.meters = new OperationMeters(metrics);
  }

  /**
   * Sends an operation on one key, or fails it.
   *
   * @param key the key
   * @param operation the operation
   * @throws IllegalArgumentException if memcached would refuse the key or the value, or if the
   *     value's flags are those of a tombstone
   */
  void single(String key, Operation operation) {
    KeyedTextOperation keyed = operation instanceof KeyedTextOperation ours ? ours : null;
    byte[] bytes = keyed != null ? keyed.keyBytes() : KeyCheck.bytes(key);
    try {
      KeyCheck.check(bytes);
      if (tombstones && keyed != null) {
        FlagsCheck.check(keyed.flags());
      }
      send(operation, bytes, OperationKind.SINGLE_KEY);
    } catch (IllegalArgumentException e) {
      meters.refused();
      throw e;
    }
  }

  private void send(Operation operation, byte[] key, OperationKind kind) {
    View<NodeConnection> view = router.enter();
    try {
      int place = view.place(key);
      if (view.hasGates()) {
        passGate(view, operation, key, place, kind);
      } else {
        handKeyed(view.target(place), operation, key, kind);
      }
    } finally {
      view.leave();
    }
  }

  private void passGate(
      View<NodeConnection> view, Operation operation, byte[] key, int place, OperationKind kind) {
    boolean gated = view.isGated(place);
    if (!view.passage().isFree(key, gated)) {
      HeldOperation held = new HeldOperation(this, operation, key, kind, meters.gateTime());
      if (view.passage().enqueue(held, List.of(key), new boolean[] {gated})) {
        return;
      }
    }
    handKeyed(view.target(gated ? view.placeBehindGates(key) : place), operation, key, kind);
  }

  /** Sends an operation that has passed the gate. */
  void resume(Operation operation, byte[] key, OperationKind kind) {
    View<NodeConnection> view = router.enter();
    try {
      int place = view.place(key);
      int open = view.isGated(place) ? view.placeBehindGates(key) : place;
      handKeyed(view.target(open), operation, key, kind);
    } catch (RuntimeException e) {
      HeldOperation.fail(operation, e);
    } finally {
      view.leave();
    }
  }

  /**
   * Sends a read of several keys: as it is if one node owns them all, else in parts. In a change
   * each key is a part of its own, as each has a gate of its own; and soon after it, each that has
   * moved.
   *
   * @param operation the read, its keys checked
   */
  void several(MultiGetText operation) {
    View<NodeConnection> view = router.enter();
    try {
      if (view.hasGates()) {
        keyByKey(operation);
      } else {
        steady(view, operation);
      }
    } finally {
      view.leave();
    }
  }

  private void keyByKey(MultiGetText operation) {
    new PartsInTurn(operation, this::part).start();
  }

  private void part(MultiGetText part) {
    try {
      send(part, part.keyBytes().iterator().next(), OperationKind.FAN_OUT);
    } catch (RuntimeException e) {
      HeldOperation.fail(part, e);
    }
  }

  private void steady(View<NodeConnection> view, MultiGetText operation) {
    boolean anyChanged = changedKeys.isAny();
    int first = view.place(operation.keyBytes().iterator().next());
    if (!anyChanged && operation.keyBytes().stream().allMatch(key -> view.place(key) == first)) {
      meters.split(1);
      hand(view.target(first), operation, OperationKind.FAN_OUT);
      return;
    }
    int changed = view.places();
    Map<Integer, MultiGetText> parts =
        operation.split(
            key -> anyChanged && changedKeys.contains(key) ? changed : view.place(key), () -> {});
    meters.split(parts.size());
    parts.forEach(
        (place, part) -> {
          if (place < changed) {
            hand(view.target(place), part, OperationKind.FAN_OUT);
          } else {
            keyByKey(part);
          }
        });
  }

  /**
   * Sends an operation to a node as such.
   *
   * @param target the node's connection
   * @param operation the operation
   */
  void toNode(NodeConnection target, Operation operation) {
    hand(target, operation, OperationKind.NODE);
  }

  /**
   * Sends an operation of its own to each node, in a change to those of both node sets, all under
   * one view.
   *
   * @param operations makes the operation for a node
   * @return what they were sent under
   */
  Round toAll(Supplier<Operation> operations) {
    View<NodeConnection> view = router.enter();
    try {
      Round round = round(view);
      Set<NodeConnection> targets = new LinkedHashSet<>();
      for (int place = 0; place < view.places(); place++) {
        targets.add(view.target(place));
      }
      targets.forEach(target -> toNode(target, operations.get()));
      return round;
    } finally {
      view.leave();
    }
  }

  /** What nodes would be told something under now. */
  Round round() {
    return round(router.peek());
  }

  private Round round(View<NodeConnection> view) {
    return new Round(view.topology().version(), view.hasGates() || changedKeys.isAny());
  }

  private void handKeyed(
      NodeConnection target, Operation operation, byte[] key, OperationKind kind) {
    boolean careful =
        changedKeys.isAny() && operation instanceof TextOperation && changedKeys.contains(key);
    if (!careful) {
      hand(target, operation, kind);
      return;
    }
    if (operation instanceof KeyedTextOperation keyed) {
      target.check(keyed);
    }
    meters.sent(operation, target, kind);
    changedKeys.perform((TextOperation) operation, key, target);
  }

  private void hand(NodeConnection target, Operation operation, OperationKind kind) {
    if (operation instanceof KeyedTextOperation keyed) {
      target.check(keyed);
    }
    meters.sent(operation, target, kind);
    target.write(operation);
  }
}
