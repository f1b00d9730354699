package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.BlockingCommand;
import dev.cress.redis.internal.connection.DedicatedLink;
import dev.cress.redis.internal.connection.Failures;
import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.RedisException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The blocking commands of one facade: each goes over a link of its own. To one node there are
 * {@value #MOST_LINKS} links at the most; further commands wait for one. Thread-safe.
 *
 * <p>Whenever a link is free, all that wait for the node look again, and one of them gets it, not
 * always the first: so n commands that wait cost n looks for each that ends.
 */
final class BlockingCalls {

  static final int MOST_LINKS = 16;
  private static final int MOST_WAITING = 4096;
  private static final long CLOSE_MILLIS = 1_000;

  private final Dispatcher dispatcher;
  private final IdleLinks links;
  private final ScheduledExecutorService executor;
  private final Map<NodeConnection, Lane> lanes = new HashMap<>();
  private final Set<BlockingCall> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  BlockingCalls(Dispatcher dispatcher, IdleLinks links, ScheduledExecutorService executor) {
    this.dispatcher = dispatcher;
    this.links = links;
    this.executor = executor;
  }

  /** The links to one node that are in use, and who waits for one. Guarded by the calls' lock. */
  private static final class Lane {
    final Set<BlockingCall> waiting = new LinkedHashSet<>();
    int used;
  }

  void start(BlockingCommand command) {
    new BlockingCall(command, dispatcher, this).start();
  }

  boolean isClosed() {
    return closed;
  }

  /** Gets a link for a call, now or when one is free. */
  void connect(BlockingCall call, NodeConnection node) {
    synchronized (this) {
      Lane lane = lanes.computeIfAbsent(node, unused -> new Lane());
      if (lane.used == MOST_LINKS) {
        if (lane.waiting.size() == MOST_WAITING) {
          throw new RedisException(
              "more than " + MOST_WAITING + " blocking commands wait for node " + node.name());
        }
        if (!call.isDone()) {
          lane.waiting.add(call);
        }
        return;
      }
      lane.used++;
    }
    links
        .take(node)
        .whenCompleteAsync(
            (link, failure) -> {
              if (failure == null) {
                call.go(node, link);
              } else {
                freed(node);
                call.notConnected(node, Failures.cause(failure));
              }
            },
            executor);
  }

  /** Lets a call that is done not wait any longer. */
  synchronized void forget(BlockingCall call) {
    lanes.values().forEach(lane -> lane.waiting.remove(call));
  }

  void release(NodeConnection node, DedicatedLink link) {
    links.giveBack(node, link);
    freed(node);
  }

  /* All that wait look again: in a change their keys may have another owner, where links are free. */
  private void freed(NodeConnection node) {
    List<BlockingCall> next;
    synchronized (this) {
      Lane lane = lanes.get(node);
      if (lane == null) {
        return;
      }
      lane.used--;
      next = List.copyOf(lane.waiting);
      lane.waiting.clear();
      if (lane.used == 0) {
        lanes.remove(node);
      }
    }
    if (!next.isEmpty()) {
      executor.execute(() -> next.forEach(BlockingCall::begin));
    }
  }

  /** Goes on with a call on a thread that belongs to no connection. */
  void later(BlockingCall call) {
    executor.execute(call::begin);
  }

  void blocked(BlockingCall call) {
    calls.add(call);
  }

  void ended(BlockingCall call) {
    calls.remove(call);
  }

  /**
   * Wakes all calls, so that none takes a value that nobody gets, and fails them. A server that
   * does not react within a second loses its connections.
   */
  void close() {
    closed = true;
    List<BlockingCall> waiting = new ArrayList<>();
    synchronized (this) {
      lanes.values().forEach(lane -> waiting.addAll(lane.waiting));
      lanes.values().forEach(lane -> lane.waiting.clear());
    }
    waiting.forEach(BlockingCall::begin);
    if (!calls.isEmpty()) {
      calls.forEach(BlockingCall::wake);
      executor.schedule(
          () -> calls.forEach(BlockingCall::cut), CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}
