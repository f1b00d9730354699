package dev.cress.migration;

import dev.cress.hash.HashTag;
import dev.cress.node.CressException;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologyDocument;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks one client through the documents of a topology source: publishes a view for each, holds
 * changed keys, drains and tags the client's connections before it acknowledges a hold, opens and
 * ends windows. Documents are worked off in order on the control executor; commands only ever read
 * the router. Thread-safe.
 */
final class Participant<T> {

  private static final Logger LOG = LoggerFactory.getLogger(Participant.class);
  private static final Duration GATES_PATIENCE = Duration.ofMinutes(1);

  private final String id;
  private final TopologySource source;
  private final HashTag hashTag;
  private final Adapter<T> adapter;
  private final Executor control;
  private final Executor resuming;
  private final Consumer<TopologyDocument> takeOver;

  private final CompletableFuture<Router<T>> router = new CompletableFuture<>();
  private final Object windowLock = new Object();
  private @Nullable TopologyDocument known;
  private @Nullable Window window;
  private @Nullable OpenWindow open;

  private record OpenWindow(long version, KeyMover mover) {}

  /**
   * Creates a participant that has not joined.
   *
   * @param control runs the participant's work, one task at a time, in order; tasks may block
   * @param resuming hands on commands that waited for a change
   * @param takeOver told a document whose change has lost the client that led it
   */
  Participant(
      String id,
      TopologySource source,
      HashTag hashTag,
      Adapter<T> adapter,
      Executor control,
      Executor resuming,
      Consumer<TopologyDocument> takeOver) {
    this.id = id;
    this.source = source;
    this.hashTag = hashTag;
    this.adapter = adapter;
    this.control = control;
    this.resuming = resuming;
    this.takeOver = takeOver;
  }

  /** Joins the source and waits for the first view; leaves again if there is none. For one use. */
  Router<T> join() throws InterruptedException {
    source.join(id, this::enqueue);
    try {
      return router.get();
    } catch (ExecutionException e) {
      leave();
      throw new CressException("cannot start on the topology", e.getCause());
    } catch (InterruptedException e) {
      leave();
      throw e;
    }
  }

  /**
   * Closes connections that the topology in force does not need, left by a change that was refused.
   */
  void closeUnused() {
    Router<T> current = router.getNow(null);
    if (current != null && current.peek().topology() instanceof Topology.Stable stable) {
      adapter.connections().retain(stable.nodes().nodes());
    }
  }

  void leave() {
    source.leave(id);
    router.completeExceptionally(new CressException("the client is shut down"));
  }

  /** Waits until this client takes part in the window of a version, and gives its mover. */
  KeyMover awaitMover(long version) throws InterruptedException {
    synchronized (windowLock) {
      while (open == null || open.version != version) {
        windowLock.wait();
      }
      return open.mover;
    }
  }

  private void enqueue(TopologyDocument document) {
    try {
      control.execute(() -> handle(document));
    } catch (RejectedExecutionException e) {
      LOG.debug("client {} is closed and ignores version {}", id, document.version());
    }
  }

  private void handle(TopologyDocument document) {
    try {
      TopologyDocument last = known;
      if (last == null || document.isNewerThan(last)) {
        known = document;
        step(document);
      }
      if (document.previous() != null && !source.members().contains(document.coordinator())) {
        takeOver.accept(document);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      router.completeExceptionally(e);
    } catch (RuntimeException e) {
      LOG.warn("version {} could not be worked off", document.version(), e);
      router.completeExceptionally(e);
    }
  }

  private void step(TopologyDocument document) throws InterruptedException {
    Router<T> current = router.getNow(null);
    Topology topology =
        current == null ? Topology.of(document, hashTag) : current.peek().topology().next(document);
    if (current == null) {
      adapter.connections().tag(firstTag(topology));
    }
    if (topology instanceof Topology.Stable stable) {
      settle(stable);
    } else if (topology instanceof Topology.Preparing preparing) {
      preparing.change().after().nodes().forEach(adapter.connections()::target);
      publish(preparing, null);
    } else if (topology instanceof Topology.Holding holding) {
      hold(holding);
    } else if (topology instanceof Topology.Migrating migrating) {
      migrate(migrating);
    }
  }

  /** A client that starts in a hold has nothing in flight: it has drained to the next version. */
  private static long firstTag(Topology topology) {
    return topology instanceof Topology.Holding holding
        ? holding.change().version()
        : topology.version();
  }

  private void settle(Topology.Stable stable) throws InterruptedException {
    Window ending = window;
    if (ending != null) {
      ending.finish();
      if (!ending.awaitIdle(GATES_PATIENCE)) {
        LOG.warn("commands still wait at the end of version {}", stable.version());
      }
    }
    publish(stable, null);
    window = null;
    adapter.connections().retain(stable.nodes().nodes());
    tell(stable);
  }

  private static void tell(Topology topology) {
    LOG.info(
        "topology version {} is in force: {} by {} (fingerprint {})",
        topology.version(),
        topology.nodes(),
        topology.placement().selector().id(),
        HexFormat.of().toHexDigits(topology.placement().fingerprint()));
  }

  private void hold(Topology.Holding holding) throws InterruptedException {
    long version = holding.change().version();
    publish(holding, window(holding.change()));
    adapter
        .connections()
        .attempted()
        .thenComposeAsync(attempted -> adapter.connections().tag(version), control)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                source.acknowledgeHold(id, version);
              } else {
                LOG.warn("version {} is not acknowledged: {}", version, failure.toString());
              }
            });
  }

  private void migrate(Topology.Migrating migrating) throws InterruptedException {
    Window opening = window(migrating.change());
    publish(migrating, opening);
    KeyMover mover =
        migrating.openFences().isEmpty()
            ? NothingToMove.INSTANCE
            : adapter.mover(migrating, opening);
    opening.open(mover);
    synchronized (windowLock) {
      open = new OpenWindow(migrating.version(), mover);
      windowLock.notifyAll();
    }
  }

  /* A change has one window in a client, also when its documents are told again by a new leader. */
  private Window window(Change change) {
    Window current = window;
    if (current == null) {
      current = new Window(change, resuming);
      window = current;
    }
    return current;
  }

  private void publish(Topology topology, @Nullable Window passage) throws InterruptedException {
    View<T> view = new View<>(topology, adapter.connections()::target, passage);
    Router<T> current = router.getNow(null);
    if (current == null) {
      adapter.connections().attempted().toCompletableFuture().join();
      router.complete(new Router<>(view));
      if (!(topology instanceof Topology.Stable)) {
        tell(topology); // it begins in the middle of a change
      }
    } else {
      current.publish(view);
    }
    adapter.published(topology);
  }
}
