package dev.cress.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The in-process half of the barrier: nothing is handed on by a view that was replaced. */
final class RouterTest {

  private static final Node NODE = Node.of("a", "10.0.0.1", 1);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Router<AtomicBoolean> router = new Router<>(view(1));

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** A view whose only target tells whether it is frozen. */
  private static View<AtomicBoolean> view(long version) {
    AtomicBoolean frozen = new AtomicBoolean();
    Topology topology =
        new Topology.Stable(version, Selectors.modulo().place(NodeSet.of(NODE)), HashTag.REDIS);
    return new View<>(topology, node -> frozen, null);
  }

  private Future<?> publish(View<AtomicBoolean> next) {
    return threads.submit(
        () -> {
          router.publish(next);
          return null;
        });
  }

  @Test
  void aThreadBetweenEnterAndLeaveKeepsPublishWaiting() throws Exception {
    View<AtomicBoolean> old = router.enter();
    View<AtomicBoolean> next = view(2);

    Future<?> published = publish(next);
    await().until(() -> router.peek().topology().version() == 2);
    await().during(Duration.ofMillis(100)).until(() -> !published.isDone());
    assertThat(router.enter()).isSameAs(next);
    next.leave();
    assertThat(published.isDone()).isFalse();

    old.leave();

    published.get(5, TimeUnit.SECONDS);
  }

  @Test
  void everyThreadOfTheOldViewIsWaitedFor() throws Exception {
    int stalled = 40;
    CountDownLatch entered = new CountDownLatch(stalled);
    List<CountDownLatch> releases = new ArrayList<>();
    List<Future<?>> leaving = new ArrayList<>();
    for (int i = 0; i < stalled; i++) {
      CountDownLatch release = new CountDownLatch(1);
      releases.add(release);
      leaving.add(threads.submit(() -> stall(entered, release)));
    }
    assertThat(entered.await(5, TimeUnit.SECONDS)).isTrue();
    Future<?> published = publish(view(2));

    for (int i = 0; i < stalled; i++) {
      assertThat(published.isDone()).isFalse();
      releases.get(i).countDown();
      leaving.get(i).get(5, TimeUnit.SECONDS);
    }

    published.get(5, TimeUnit.SECONDS);
  }

  private Void stall(CountDownLatch entered, CountDownLatch release) throws InterruptedException {
    View<AtomicBoolean> view = router.enter();
    entered.countDown();
    release.await();
    view.leave();
    return null;
  }

  @Test
  void withoutThreadsInTheOldViewPublishReturnsAtOnce() throws Exception {
    router.enter().leave();

    publish(view(2)).get(5, TimeUnit.SECONDS);

    assertThat(router.peek().topology().version()).isEqualTo(2);
  }

  @Test
  void anInterruptedPublisherStopsWaitingAndTheNewViewIsInForce() throws Exception {
    View<AtomicBoolean> old = router.enter();
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread publisher =
        new Thread(
            () -> {
              try {
                router.publish(view(2));
              } catch (InterruptedException e) {
                failure.complete(e);
              }
            });
    publisher.start();
    await().until(() -> router.peek().topology().version() == 2);

    publisher.interrupt();

    assertThat(failure.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    old.leave();
  }

  /** The same race on two routers: one that drains, and one that only replaces the view. */
  @Test
  void noCommandMeetsAFrozenTargetUnlessTheDrainIsLeftOut() throws Exception {
    assertThat(commandsToFrozenTargets(router::publish, router::enter)).isZero();

    List<View<AtomicBoolean>> inForce = new ArrayList<>(List.of(view(1)));
    int naive =
        commandsToFrozenTargets(
            next -> {
              synchronized (inForce) {
                inForce.set(0, next);
              }
            },
            () -> {
              synchronized (inForce) {
                return inForce.get(0);
              }
            });
    assertThat(naive).isPositive();
  }

  /** A way to put a view in force. */
  @FunctionalInterface
  private interface Publisher {
    void publish(View<AtomicBoolean> next) throws InterruptedException;
  }

  /** A way to enter the view in force. */
  @FunctionalInterface
  private interface Entrance {
    View<AtomicBoolean> enter();
  }

  /* A client stalls in its view; meanwhile the view is replaced, and its target frozen after that. */
  private int commandsToFrozenTargets(Publisher publisher, Entrance entrance) throws Exception {
    CountDownLatch stalled = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger hits = new AtomicInteger();
    Future<?> client =
        threads.submit(
            () -> {
              View<AtomicBoolean> view = entrance.enter();
              stalled.countDown();
              release.await();
              hits.addAndGet(view.target(0).get() ? 1 : 0);
              view.leave();
              return null;
            });
    assertThat(stalled.await(5, TimeUnit.SECONDS)).isTrue();
    View<AtomicBoolean> replaced = entrance.enter();
    AtomicBoolean oldTarget = replaced.target(0);
    replaced.leave();
    Future<?> change =
        threads.submit(
            () -> {
              publisher.publish(view(2));
              oldTarget.set(true);
              release.countDown();
              return null;
            });
    if (publisherWaits(change)) {
      release.countDown();
    }
    client.get(5, TimeUnit.SECONDS);
    return hits.get();
  }

  private static boolean publisherWaits(Future<?> change) throws Exception {
    try {
      change.get(200, TimeUnit.MILLISECONDS);
      return false;
    } catch (TimeoutException e) {
      return true;
    }
  }

  @Test
  void underLoadEveryReplacedViewIsEmptyWhenPublishReturns() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger frozenHits = new AtomicInteger();
    List<Future<?>> clients = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      clients.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  View<AtomicBoolean> view = router.enter();
                  frozenHits.addAndGet(view.target(0).get() ? 1 : 0);
                  view.leave();
                }
                return null;
              }));
    }

    for (int version = 2; version <= 2_000; version++) {
      AtomicBoolean replaced = router.peek().target(0);
      router.publish(view(version));
      replaced.set(true);
    }
    stop.set(true);
    for (Future<?> client : clients) {
      client.get(5, TimeUnit.SECONDS);
    }

    assertThat(frozenHits).hasValue(0);
  }

  @Test
  void aStableViewHasNoGates() {
    assertThat(router.peek().hasGates()).isFalse();
    assertThatThrownBy(() -> router.peek().passage()).isInstanceOf(NullPointerException.class);
  }
}
