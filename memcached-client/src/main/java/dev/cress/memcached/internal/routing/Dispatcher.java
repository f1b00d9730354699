package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.KeyCheck;
import dev.cress.memcached.internal.operation.KeyedTextOperation;
import dev.cress.memcached.internal.operation.MultiGetText;
import dev.cress.metrics.CressMetrics;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import net.spy.memcached.ops.Operation;

/**
 * Sends each operation to the node that owns its key, under one view of the topology; in a change,
 * through the gate of its key. Thread-safe; the steady way takes no lock.
 */
public final class Dispatcher {

  private final Router<NodeConnection> router;
  private final OperationMeters meters;

  /**
   * Creates a dispatcher.
   *
   * @param router gives the view in force
   * @param metrics the client's meters
   */
  public Dispatcher(Router<NodeConnection> router, CressMetrics metrics) {
    this.router = router;
    this.meters = new OperationMeters(metrics);
  }

  /**
   * Sends an operation on one key, or fails it.
   *
   * @param key the key
   * @param operation the operation
   * @throws IllegalArgumentException if memcached would refuse the key or the value
   */
  void single(String key, Operation operation) {
    byte[] bytes =
        operation instanceof KeyedTextOperation keyed
            ? keyed.keyBytes()
            : key.getBytes(StandardCharsets.UTF_8);
    try {
      KeyCheck.check(bytes);
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
        hand(view.target(place), operation, kind);
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
    hand(view.target(gated ? view.placeBehindGates(key) : place), operation, kind);
  }

  /** Sends an operation that has passed the gate. */
  void resume(Operation operation, byte[] key, OperationKind kind) {
    View<NodeConnection> view = router.enter();
    try {
      int place = view.place(key);
      int open = view.isGated(place) ? view.placeBehindGates(key) : place;
      hand(view.target(open), operation, kind);
    } catch (RuntimeException e) {
      HeldOperation.fail(operation, e);
    } finally {
      view.leave();
    }
  }

  /**
   * Sends a read of several keys: as it is if one node owns them all, else in parts. In a change
   * each key is a part of its own, as each has a gate of its own.
   *
   * @param operation the read, its keys checked
   */
  void several(MultiGetText operation) {
    View<NodeConnection> view = router.enter();
    try {
      if (view.hasGates()) {
        AtomicInteger next = new AtomicInteger();
        operation.split(key -> next.getAndIncrement()).values().forEach(this::part);
      } else {
        steady(view, operation);
      }
    } finally {
      view.leave();
    }
  }

  private void part(MultiGetText part) {
    try {
      send(part, part.keyBytes().iterator().next(), OperationKind.FAN_OUT);
    } catch (RuntimeException e) {
      HeldOperation.fail(part, e);
    }
  }

  private void steady(View<NodeConnection> view, MultiGetText operation) {
    ToIntFunction<byte[]> place = view::place;
    int first = place.applyAsInt(operation.keyBytes().iterator().next());
    boolean together =
        operation.keyBytes().stream().allMatch(key -> place.applyAsInt(key) == first);
    if (together) {
      meters.split(1);
      hand(view.target(first), operation, OperationKind.FAN_OUT);
    } else {
      Map<Integer, MultiGetText> parts = operation.split(place);
      meters.split(parts.size());
      parts.forEach((of, part) -> hand(view.target(of), part, OperationKind.FAN_OUT));
    }
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

  private void hand(NodeConnection target, Operation operation, OperationKind kind) {
    if (operation instanceof KeyedTextOperation keyed) {
      target.check(keyed);
    }
    meters.sent(operation, target, kind);
    target.write(operation);
  }
}
