package dev.cress.redis.internal.routing;

import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whether one facade is in a step, that is, sends nothing else until a server has answered, and the
 * commands that wait for its end. They go in their order, and before those of other threads that
 * come meanwhile. Thread-safe.
 */
final class Steps {

  private final Executor executor;
  private final Consumer<RedisCommand<?, ?, ?>> sender;

  private final Deque<RedisCommand<?, ?, ?>> later = new ArrayDeque<>();
  private boolean stepping;
  private @Nullable Thread sendingLater;
  private volatile boolean engaged;

  /**
   * Creates an empty queue.
   *
   * @param executor sends what has waited
   * @param sender sends one command; it may begin the next step
   */
  Steps(Executor executor, Consumer<RedisCommand<?, ?, ?>> sender) {
    this.executor = executor;
    this.sender = sender;
  }

  /** Tells whether a command may have to wait. Cheap. */
  boolean isEngaged() {
    return engaged;
  }

  /** Keeps a command that must wait. */
  synchronized boolean keeps(RedisCommand<?, ?, ?> command) {
    boolean otherThreadSends = sendingLater != null && !sendingLater.equals(Thread.currentThread());
    if (stepping || otherThreadSends) {
      later.add(command);
      return true;
    }
    return false;
  }

  /** Keeps a command that would begin a step inside another: two threads may come at once. */
  synchronized boolean postpones(RedisCommand<?, ?, ?> command) {
    if (stepping) {
      later.add(command);
    }
    return stepping;
  }

  synchronized void begin() {
    stepping = true;
    engaged = true;
  }

  /** Ends the step and sends what has waited for it, up to the next one. */
  void end() {
    try {
      executor.execute(this::sendLater);
    } catch (RejectedExecutionException e) {
      sendLater(); // the client is closed: nothing is sent any more
    }
  }

  private void sendLater() {
    synchronized (this) {
      stepping = false;
      sendingLater = Thread.currentThread();
    }
    for (RedisCommand<?, ?, ?> next = nextLater(); next != null; next = nextLater()) {
      sender.accept(next);
    }
  }

  private synchronized @Nullable RedisCommand<?, ?, ?> nextLater() {
    RedisCommand<?, ?, ?> next = stepping ? null : later.poll();
    if (next == null) {
      sendingLater = null;
      engaged = stepping;
    }
    return next;
  }

  /** Takes out what waits. */
  synchronized List<RedisCommand<?, ?, ?>> drain() {
    List<RedisCommand<?, ?, ?>> waiting = new ArrayList<>(later);
    later.clear();
    return waiting;
  }
}
