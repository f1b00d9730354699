package dev.cress.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Threads that use one cache, each with keys of its own, so that it knows what each of them must
 * hold. Closing it stops them.
 */
final class Load implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int AT_ONCE = 16;
  private static final long ANSWER_SECONDS = 60;
  private static final long SHORTEST_TTL = 3_000;
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60_000;

  private final Contender<?> cache;
  private final Tally tally = new Tally();
  private final List<List<TrackedKey>> keysOfThreads = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private volatile boolean stopped;

  private Load(Contender<?> cache) {
    this.cache = cache;
    for (int thread = 0; thread < THREADS; thread++) {
      keysOfThreads.add(new ArrayList<>());
    }
  }

  /** Keys of all kinds that a product has, in one contender. */
  static <C> Load of(Product<C> product, Contender<C> cache, int keys) {
    Load load = new Load(cache);
    List<Kind<C>> kinds = product.kinds();
    for (int i = 0; i < keys; i++) {
      Kind<C> kind = kinds.get(i % kinds.size());
      long ttl = ttl(i / kinds.size());
      load.add(i, product.entry(cache, keyName(i), kind, ttl));
    }
    return load;
  }

  private void add(int i, Entry<?> entry) {
    keysOfThreads.get(i % THREADS).add(new TrackedKey(entry, tally));
  }

  /** The name of the key with this number. */
  static String keyName(int i) {
    return "key:" + i;
  }

  /**
   * A quarter of the keys of each kind lives for ever, a quarter for seconds and half of them for
   * minutes. In whole seconds, as memcached has no others.
   */
  private static long ttl(int turn) {
    return switch (turn % 4) {
      case 0 -> 0;
      case 1 -> SHORTEST_TTL + turn / 4 % 6 * SECOND;
      default -> MINUTE * (1 + turn % 10);
    };
  }

  Contender<?> cache() {
    return cache;
  }

  Tally tally() {
    return tally;
  }

  /** Writes all keys. */
  CompletableFuture<?> fill() {
    return inThreads(
        (random, keys) -> eachOnce(keys, key -> key.create(random.nextInt(Integer.MAX_VALUE))));
  }

  /** Uses all keys again and again, until {@link #stop}. */
  CompletableFuture<?> run() {
    return inThreads(
        (random, keys) -> {
          while (!stopped) {
            eachOnce(
                keys, key -> stopped ? CompletableFuture.completedFuture(null) : key.use(random));
          }
        });
  }

  void stop() {
    stopped = true;
  }

  /** Reads every key. */
  CompletableFuture<?> check() {
    return inThreads((random, keys) -> eachOnce(keys, TrackedKey::check));
  }

  private interface Task {
    void run(SplittableRandom random, List<TrackedKey> keys);
  }

  private CompletableFuture<?> inThreads(Task task) {
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      List<TrackedKey> keys = keysOfThreads.get(thread);
      SplittableRandom random = new SplittableRandom(thread);
      ends.add(CompletableFuture.runAsync(() -> task.run(random, keys), threads));
    }
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  /** Goes through all keys, a few at once; each has one command under way at the most. */
  private static void eachOnce(
      List<TrackedKey> keys, Function<TrackedKey, CompletionStage<Void>> action) {
    for (int from = 0; from < keys.size(); from += AT_ONCE) {
      List<TrackedKey> some = keys.subList(from, Math.min(from + AT_ONCE, keys.size()));
      CompletableFuture<?>[] answers =
          some.stream()
              .map(key -> action.apply(key).toCompletableFuture())
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(answers).orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  @Override
  public void close() {
    stop();
    threads.shutdownNow();
  }
}
