package dev.cress.migration;

import dev.cress.routing.Passage;
import dev.cress.routing.Waiting;
import dev.cress.topology.Change;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One client's part of one change, from its hold to its end: the gates that keep the commands on a
 * key in order, and the keys that are settled. Thread-safe.
 */
public final class Window implements Passage {

  /*
   * A key has a gate while commands wait on it. The first command makes the gate and starts the
   * key's move; when the key has moved, the commands are resumed in order, and only then, with the
   * queue empty, the key becomes settled and the gate goes. A command with several keys stands in
   * the queue of each and is resumed when it is first in all of them; it is put into all of them
   * under the lock, so no two commands can wait for each other.
   *
   * Commands are resumed outside the lock, by one task at a time: resuming hands a command to a
   * connection, which may complete it at once and run the caller's own code. The task never runs on
   * a connection's own thread, which would write past commands that other threads have queued there.
   *
   * "mixed" counts commands that wait or are being handed on and also name a key which does not
   * move. Only while there are any, commands on keys that are not gated look for a gate. A key whose
   * target only changes is such a key too: it is gated in the hold, and not any more in the open
   * window.
   */

  private static final int SETTLED_PER_GENERATION = 1 << 18;
  private static final int MOST_WAITING = 1 << 16;

  private final Change change;
  private final Executor resuming;
  private final CompletableFuture<KeyMover> opened = new CompletableFuture<>();
  private final SettledKeys settled = new SettledKeys(SETTLED_PER_GENERATION);

  private final Object lock = new Object();
  private final Map<Key, Gate> gates = new ConcurrentHashMap<>();
  private final ArrayDeque<Gate> movable = new ArrayDeque<>();
  private final AtomicInteger mixed = new AtomicInteger();
  private volatile boolean finished;
  private int waiting;
  private boolean draining;

  /**
   * Creates a window in which every gated key waits.
   *
   * @param change the change
   * @param resuming hands commands on when their keys have moved; none of its threads belongs to a
   *     connection
   */
  public Window(Change change, Executor resuming) {
    this.change = change;
    this.resuming = resuming;
  }

  /**
   * Opens the window: from now on gated keys move when they are touched.
   *
   * @param mover moves the keys of this window
   */
  public void open(KeyMover mover) {
    opened.complete(mover);
  }

  /**
   * Ends the window, after its keys have moved or because the change was cancelled: no key needs to
   * move any more. Commands that wait are resumed in order.
   */
  public void finish() {
    finished = true;
    opened.complete(NothingToMove.INSTANCE);
  }

  /**
   * Waits until no command waits any more.
   *
   * @param patience how long to wait at the most
   * @return whether all gates are gone
   * @throws InterruptedException if interrupted
   */
  public boolean awaitIdle(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (lock) {
      while (!gates.isEmpty()) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        lock.wait(left / 1_000_000 + 1);
      }
      return true;
    }
  }

  /**
   * Notes that a key is at its owner although no command asked for it.
   *
   * @param bytes the key
   */
  public void settle(byte[] bytes) {
    Key key = new Key(bytes);
    synchronized (lock) {
      if (!gates.containsKey(key)) {
        settled.add(key);
      }
    }
  }

  @Override
  public boolean isFree(byte[] bytes, boolean gated) {
    if (!gated && mixed.get() == 0) {
      return true;
    }
    Key key = new Key(bytes);
    if (gated && !finished) {
      return settled.contains(key);
    }
    return !gates.containsKey(key);
  }

  @Override
  public boolean enqueue(Waiting command, List<byte[]> keys, boolean[] gated) {
    List<Gate> toMove = new ArrayList<>();
    synchronized (lock) {
      Map<Key, Boolean> distinct = new LinkedHashMap<>();
      for (int i = 0; i < gated.length; i++) {
        distinct.put(new Key(keys.get(i)), gated[i]);
      }
      if (distinct.entrySet().stream().allMatch(e -> isReady(e.getKey(), e.getValue()))) {
        return false;
      }
      if (waiting >= MOST_WAITING) {
        throw new MigrationException(
            "more than "
                + MOST_WAITING
                + " commands wait for the change to version "
                + change.version());
      }
      waiting++;
      Entry entry = new Entry(command, !distinct.entrySet().stream().allMatch(this::moves));
      distinct.forEach((key, gate) -> toMove.addAll(lineUp(entry, key, gate)));
      mixed.addAndGet(entry.mixed ? 1 : 0);
    }
    toMove.forEach(this::startMove);
    resumeReady();
    return true;
  }

  private boolean moves(Map.Entry<Key, Boolean> keyAndGated) {
    return keyAndGated.getValue() && change.moves(keyAndGated.getKey().bytes());
  }

  private boolean isReady(Key key, boolean gated) {
    return !gates.containsKey(key) && (!gated || finished || settled.contains(key));
  }

  private List<Gate> lineUp(Entry entry, Key key, boolean gated) {
    Gate gate = gates.get(key);
    boolean isNew = gate == null;
    if (gate == null) {
      boolean ready = !gated || finished || settled.remove(key);
      gate = new Gate(key, gated, ready);
      gates.put(key, gate);
    }
    gate.queue.add(entry);
    entry.gates.add(gate);
    if (gate.moved) {
      movable.add(gate);
    }
    return isNew && !gate.moved ? List.of(gate) : List.of();
  }

  private void startMove(Gate gate) {
    opened
        .thenCompose(mover -> move(mover, gate.key.bytes()))
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                moved(gate);
              } else {
                failed(gate, failure instanceof CompletionException e ? e.getCause() : failure);
              }
            });
  }

  private CompletionStage<Void> move(KeyMover mover, byte[] key) {
    int from = change.before().ownerIndex(key, 0, key.length);
    int to = change.after().ownerIndex(key, 0, key.length);
    if (finished || !change.differ(from, to)) {
      return CompletableFuture.completedFuture(null);
    }
    return mover.move(key, change.before().nodes().get(from), change.after().nodes().get(to));
  }

  private void moved(Gate gate) {
    synchronized (lock) {
      gate.moved = true;
      movable.add(gate);
    }
    resumeReady();
  }

  private void failed(Gate gate, @Nullable Throwable failure) {
    Throwable cause = failure == null ? new IllegalStateException("no cause") : failure;
    List<Entry> victims;
    synchronized (lock) {
      victims = List.copyOf(gate.queue);
      for (Entry victim : victims) {
        waiting--;
        mixed.addAndGet(victim.mixed ? -1 : 0);
        for (Gate other : victim.gates) {
          other.queue.remove(victim);
          movable.add(other);
        }
      }
      gates.remove(gate.key, gate);
      lock.notifyAll();
    }
    victims.forEach(victim -> victim.command.fail(cause));
    resumeReady();
  }

  private void resumeReady() {
    synchronized (lock) {
      if (draining) {
        return;
      }
      draining = true;
    }
    try {
      resuming.execute(this::resumeAll);
    } catch (RejectedExecutionException e) {
      resumeAll(); // the client is closed: nothing is sent any more
    }
  }

  private void resumeAll() {
    for (List<Entry> ready = takeReady(); !ready.isEmpty(); ready = takeReady()) {
      ready.forEach(entry -> entry.command.resume());
      synchronized (lock) {
        ready.forEach(this::resumed);
        lock.notifyAll();
      }
    }
  }

  /** The commands that may go now, in order; none, and then nobody drains, when there are none. */
  private List<Entry> takeReady() {
    Set<Entry> ready = new LinkedHashSet<>();
    synchronized (lock) {
      for (Gate gate = movable.poll(); gate != null; gate = movable.poll()) {
        Entry head = gate.queue.peek();
        if (head == null) {
          removeIfDone(gate);
        } else if (head.isFirstEverywhere()) {
          head.gates.forEach(Gate::takeFirst);
          movable.addAll(head.gates);
          waiting--;
          ready.add(head);
        }
      }
      draining = !ready.isEmpty();
    }
    return List.copyOf(ready);
  }

  private void resumed(Entry entry) {
    mixed.addAndGet(entry.mixed ? -1 : 0);
    for (Gate gate : entry.gates) {
      gate.resuming--;
      removeIfDone(gate);
    }
  }

  private void removeIfDone(Gate gate) {
    boolean idle = gate.moved && gate.resuming == 0 && gate.queue.isEmpty();
    if (idle && gates.remove(gate.key, gate) && gate.gated) {
      settled.add(gate.key);
    }
  }

  /** The queue of one key. Guarded by the window's lock. */
  private static final class Gate {
    final Key key;
    final boolean gated;
    final ArrayDeque<Entry> queue = new ArrayDeque<>();
    boolean moved;
    int resuming;

    Gate(Key key, boolean gated, boolean moved) {
      this.key = key;
      this.gated = gated;
      this.moved = moved;
    }

    void takeFirst() {
      queue.poll();
      resuming++;
    }
  }

  /** A waiting command and the gates it stands in. Guarded by the window's lock. */
  private static final class Entry {
    final Waiting command;
    final boolean mixed;
    final List<Gate> gates = new ArrayList<>();

    Entry(Waiting command, boolean mixed) {
      this.command = command;
      this.mixed = mixed;
    }

    boolean isFirstEverywhere() {
      return gates.stream().allMatch(gate -> gate.moved && gate.queue.peek() == this);
    }
  }
}
