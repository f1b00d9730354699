package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.Node;
import dev.cress.routing.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads at once: what a window promises must hold for every interleaving. */
final class WindowOrderTest {

  private static final int THREADS = 8;
  private static final int COMMANDS = 4_000;
  private static final int KEYS_AT_ONCE = 8;
  private static final int COMMANDS_PER_NEW_KEY = 10;

  private final Window window = new Window(Changes.everyKeyMoves(), Runnable::run);
  private final ExecutorService movers = Executors.newFixedThreadPool(3);
  private final Map<Integer, List<Sent>> sentByKey = new ConcurrentHashMap<>();

  private record Sent(int thread, int number) {}

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  @Timeout(60)
  void everyCommandEndsOnceAndCommandsOnAKeyKeepTheirOrder(long seed) throws Exception {
    List<List<Held>> sent = run(seed, seed % 2 == 0 ? 10 : 0);

    assertThat(window.awaitIdle(Duration.ofSeconds(30))).isTrue();
    movers.shutdown();
    for (List<Held> ofThread : sent) {
      assertThat(ofThread).allSatisfy(held -> assertThat(held.ends.get()).isEqualTo(1));
    }
    sentByKey.values().forEach(WindowOrderTest::assertOrderOfEachThread);
    assertThat(sentByKey).hasSizeGreaterThan(COMMANDS / COMMANDS_PER_NEW_KEY / 2);
  }

  private static void assertOrderOfEachThread(List<Sent> log) {
    Map<Integer, Integer> last = new HashMap<>();
    for (Sent sent : log) {
      Integer before = last.put(sent.thread(), sent.number());
      assertThat(sent.number()).isGreaterThan(before == null ? -1 : before);
    }
  }

  private List<List<Held>> run(long seed, int failingPercent) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS + 1);
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    List<Future<List<Held>>> running = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    for (int thread = 0; thread < THREADS; thread++) {
      SplittableRandom own = random.split();
      int number = thread;
      running.add(clients.submit(() -> sendAll(number, own, start)));
    }
    start.await();
    window.open(new RandomMover(random.split(), failingPercent));
    List<List<Held>> all = new ArrayList<>();
    for (Future<List<Held>> each : running) {
      all.add(each.get(30, TimeUnit.SECONDS));
      window.finish();
    }
    clients.shutdown();
    return all;
  }

  private List<Held> sendAll(int thread, SplittableRandom random, CyclicBarrier start)
      throws Exception {
    start.await();
    List<Held> all = new ArrayList<>();
    for (int number = 0; number < COMMANDS; number++) {
      int[] keys = keys(number, random);
      Held held = new Held(thread, number, keys);
      all.add(held);
      send(held, keys);
    }
    return all;
  }

  /* New keys keep coming, so that there are gates all the while; every third key is not gated. */
  private static int[] keys(int number, SplittableRandom random) {
    int first = number / COMMANDS_PER_NEW_KEY;
    return random.ints(1 + random.nextInt(3), first, first + KEYS_AT_ONCE).distinct().toArray();
  }

  private void send(Held held, int[] keys) {
    List<byte[]> bytes = new ArrayList<>();
    boolean[] gated = new boolean[keys.length];
    boolean free = true;
    for (int i = 0; i < keys.length; i++) {
      bytes.add(Commands.bytes("key" + keys[i]));
      gated[i] = keys[i] % 3 != 0;
      free &= window.isFree(bytes.get(i), gated[i]);
    }
    if (free || !window.enqueue(held, bytes, gated)) {
      held.resume();
    }
  }

  private final class Held implements Waiting {
    private final int thread;
    private final int number;
    private final int[] keys;
    final AtomicInteger ends = new AtomicInteger();

    Held(int thread, int number, int[] keys) {
      this.thread = thread;
      this.number = number;
      this.keys = keys;
    }

    @Override
    public void resume() {
      for (int key : keys) {
        List<Sent> log = sentByKey.computeIfAbsent(key, k -> new ArrayList<>());
        synchronized (log) {
          log.add(new Sent(thread, number));
        }
      }
      ends.incrementAndGet();
    }

    @Override
    public void fail(Throwable cause) {
      ends.incrementAndGet();
    }
  }

  /** Ends each move on one of its own threads, now and then with a failure. */
  private final class RandomMover implements KeyMover {
    private final SplittableRandom random;
    private final int failingPercent;

    RandomMover(SplittableRandom random, int failingPercent) {
      this.random = random;
      this.failingPercent = failingPercent;
    }

    @Override
    public synchronized CompletionStage<Void> move(byte[] key, Node from, Node to) {
      boolean fails = random.nextInt(100) < failingPercent;
      long nanos = random.nextInt(200_000);
      return CompletableFuture.runAsync(() -> end(fails, nanos), movers);
    }

    private static void end(boolean fails, long nanos) {
      LockSupport.parkNanos(nanos);
      if (fails) {
        throw new IllegalStateException("the move failed");
      }
    }

    @Override
    public DrainPass drain(Node from, BooleanSupplier over) {
      return DrainPass.EMPTY;
    }

    @Override
    public long countUnmoved(Node from) {
      return 0;
    }
  }
}
