package dev.cress.migration;

import dev.cress.hash.HashTag;
import dev.cress.metrics.CressMetrics;
import dev.cress.node.CressException;
import dev.cress.node.NoNodesException;
import dev.cress.node.NodeSet;
import dev.cress.routing.Router;
import dev.cress.selector.Selector;
import dev.cress.topology.TopologyDocument;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's side of its topology: starts on the source, takes part in every change, and leads
 * those that are asked for here, one after the other. Thread-safe.
 *
 * @param <T> what a command is handed to, one per node
 */
public final class TopologyChanges<T> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopologyChanges.class);
  private static final Duration CANCEL_PATIENCE = Duration.ofSeconds(5);

  private final String id;
  private final TopologySource source;
  private final HashTag hashTag;
  private final Adapter<T> adapter;
  private final MigrationPolicy policy;
  private final Consumer<MigrationEvent> events;
  private final CressMetrics metrics;
  private final ExecutorService control;
  private final ExecutorService leading;
  private final ExecutorService takingOver;
  private final ExecutorService resuming;
  private volatile @Nullable Participant<T> participant;
  private volatile boolean closed;
  private volatile RunningMigration current = new RunningMigration();

  /**
   * Creates the client's side; nothing is connected yet. Daemon threads start on demand: to follow
   * documents, to lead changes, to take over a change while one of ours waits its turn, and to hand
   * on commands that waited.
   *
   * @param id the client's id, unique at the source
   * @param source where the topology comes from
   * @param hashTag which part of a key is hashed
   * @param adapter the store's client
   * @param policy how keys move
   * @param events told what happens; must not block or throw
   * @param metrics the client's meters
   */
  public TopologyChanges(
      String id,
      TopologySource source,
      HashTag hashTag,
      Adapter<T> adapter,
      MigrationPolicy policy,
      Consumer<MigrationEvent> events,
      CressMetrics metrics) {
    this.id = id;
    this.source = source;
    this.hashTag = hashTag;
    this.adapter = adapter;
    this.policy = policy;
    this.events = events;
    this.metrics = metrics;
    this.control = daemon("cress-topology-" + id);
    this.leading = daemon("cress-change-" + id);
    this.takingOver = daemon("cress-takeover-" + id);
    this.resuming = daemon("cress-gates-" + id);
  }

  private static ExecutorService daemon(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Starts on the topology in force. Blocks.
   *
   * @return the router of this client's commands
   * @throws dev.cress.node.CressException if no node can be reached, or a crash cut a window and
   *     the policy refuses to close it
   * @throws InterruptedException if interrupted
   */
  public Router<T> start() throws InterruptedException {
    new Start(source, hashTag, adapter.fences(), policy, events).run();
    Participant<T> joining =
        new Participant<>(id, source, hashTag, adapter, control, resuming, this::takeOver);
    participant = joining;
    Router<T> router = joining.join();
    if (closed) {
      joining.leave();
      throw new CressException("the client is shut down");
    }
    metrics.topology(new Reading(router));
    metrics.progress(() -> current.progress().fraction());
    return router;
  }

  /**
   * Changes the node set and the selector. Returns at once; waits its turn when another change is
   * under way.
   *
   * @param nodes the new node set
   * @param selector the new selector
   * @return the change
   * @throws NoNodesException if {@code nodes} is empty
   */
  public Migration changeTo(NodeSet nodes, Selector selector) {
    Objects.requireNonNull(selector, "selector");
    if (nodes.isEmpty()) {
      throw new NoNodesException("a topology needs at least one node");
    }
    long started = System.nanoTime();
    RunningMigration migration =
        new RunningMigration(() -> metrics.change(System.nanoTime() - started));
    lead(
        leading, migration, coordinator -> coordinator.change(nodes, selector, this::awaitSettled));
    return migration;
  }

  /* The end of the change before closes connections: to nodes of this change too, if it came later. */
  private void awaitSettled() throws InterruptedException {
    CountDownLatch settled = new CountDownLatch(1);
    control.execute(settled::countDown);
    settled.await();
  }

  private KeyMover awaitMover(long version) throws InterruptedException {
    return Objects.requireNonNull(participant, "the client has started").awaitMover(version);
  }

  private void takeOver(TopologyDocument document) {
    lead(takingOver, new RunningMigration(), coordinator -> coordinator.takeOver(document));
  }

  private void lead(ExecutorService thread, RunningMigration migration, Leading work) {
    WindowEnd windowEnd =
        new WindowEnd(adapter.fences(), this::awaitMover, policy, events, System::nanoTime);
    Coordinator coordinator =
        new Coordinator(
            id, source, hashTag, adapter.fences(), policy, windowEnd, migration, events);
    try {
      thread.execute(new Turn(migration, () -> run(migration, coordinator, work)));
    } catch (RejectedExecutionException e) {
      migration.fail(new MigrationException("the client is closed", e));
    }
  }

  private void run(RunningMigration migration, Coordinator coordinator, Leading work) {
    current = migration;
    try {
      work.by(coordinator);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      migration.fail(new MigrationException("the client that led the change was closed", e));
    } catch (RuntimeException e) {
      closeUnused();
      migration.fail(e);
    }
  }

  /* On the control thread, and done before the next change of ours looks at its servers. */
  private void closeUnused() {
    Participant<T> current = participant;
    if (current != null) {
      try {
        CompletableFuture.runAsync(current::closeUnused, control).join();
      } catch (RejectedExecutionException e) {
        LOG.debug("client {} is closed, and its connections with it", id);
      }
    }
  }

  /**
   * Leaves the topology. A change that this client leads is cancelled if its window is not open
   * yet, for which this method waits up to 5 seconds; an open window is left to another client of
   * the source. Changes that wait their turn fail.
   */
  @Override
  public void close() {
    closed = true;
    leading.shutdownNow().forEach(waiting -> ((Turn) waiting).fail());
    takingOver.shutdownNow();
    awaitCancelled();
    Participant<T> current = participant;
    if (current != null) {
      current.leave();
    }
    control.shutdownNow();
    resuming.shutdown();
  }

  /* A leader undoes what it opened while it still has connections and is still a member. */
  private void awaitCancelled() {
    try {
      if (!leading.awaitTermination(CANCEL_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("client {} leaves while it still cancels a change", id);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the gauges of the topology read. */
  private record Reading(Router<?> router) implements CressMetrics.TopologyReading {
    @Override
    public long version() {
      return router.peek().topology().version();
    }

    @Override
    public long fingerprint() {
      return router.peek().topology().placement().fingerprint();
    }

    @Override
    public boolean isMigrating() {
      return router.peek().topology().change() != null;
    }
  }

  /** A change that runs when those before it have ended. */
  private record Turn(RunningMigration migration, Runnable work) implements Runnable {
    @Override
    public void run() {
      work.run();
    }

    void fail() {
      migration.fail(new MigrationException("the client was closed before the change began"));
    }
  }

  /** Some work of a coordinator. */
  @FunctionalInterface
  private interface Leading {
    void by(Coordinator coordinator) throws InterruptedException;
  }
}
