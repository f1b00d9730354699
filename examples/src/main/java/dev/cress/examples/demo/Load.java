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
  private static final long MINUTE = 60_000;

  private final Contender cache;
  private final Tally tally = new Tally();
  private final List<List<TrackedKey>> keysOfThreads = new ArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private volatile boolean stopped;

  Load(Contender cache, int keys) {
    this.cache = cache;
    for (int thread = 0; thread < THREADS; thread++) {
      keysOfThreads.add(new ArrayList<>());
    }
    for (int i = 0; i < keys; i++) {
      Kind kind = Kind.ALL.get(i % Kind.ALL.size());
      TrackedKey key = new TrackedKey(keyName(i), kind, ttl(i), cache, tally);
      keysOfThreads.get(i % THREADS).add(key);
    }
  }

  /** The name of the key with this number. */
  static String keyName(int i) {
    return "key:" + i;
  }

  /** A quarter of all keys lives for ever, a quarter for seconds and half of them for minutes. */
  private static long ttl(int i) {
    int turn = i / Kind.ALL.size();
    return switch (turn % 4) {
      case 0 -> 0;
      case 1 -> SHORTEST_TTL + turn % 5_000;
      default -> MINUTE * (1 + turn % 10);
    };
  }

  Contender cache() {
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
