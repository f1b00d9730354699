package dev.cress.memcached;

import dev.cress.history.Recorder;
import dev.cress.memcached.error.NodeOverloadedException;
import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.node.CressException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.spy.memcached.CASValue;
import org.jspecify.annotations.Nullable;

/** One thread that runs random operations on keys that it shares with others, and records them. */
final class TortureThread {

  private static final long PATIENCE_SECONDS = 30;
  private static final int SHORT_SECONDS = 1;
  private static final int LONG_SECONDS = 3_600;
  private static final int[] EXPIRATIONS = {0, 0, 0, 0, SHORT_SECONDS, LONG_SECONDS};

  private final CressMemcachedClient cache;
  private final Recorder recorder;
  private final TortureKeys keys;
  private final String name;
  private final AtomicBoolean stopped;
  private final SplittableRandom random;
  private final AtomicLong operations = new AtomicLong();
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final Thread thread;

  TortureThread(
      CressMemcachedClient cache,
      Recorder recorder,
      TortureKeys keys,
      String name,
      long seed,
      AtomicBoolean stopped) {
    this.cache = cache;
    this.recorder = recorder;
    this.keys = keys;
    this.name = name;
    this.stopped = stopped;
    this.random = new SplittableRandom(seed);
    this.thread = new Thread(this::run, "torture-" + name);
  }

  void start() {
    thread.start();
  }

  void awaitEnd() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  long operations() {
    return operations.get();
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  private void run() {
    while (!stopped.get() && !cache.getConnection().isShutDown()) {
      long number = operations.incrementAndGet();
      if (random.nextInt(12) == 0) {
        readSeveral();
      } else if (random.nextInt(3) == 0) {
        onCounter(keys.counter(random), number);
      } else {
        onText(keys.text(random), name + "-" + number + ";");
      }
    }
  }

  private void readSeveral() {
    Map<String, Recorder.Call> calls = new LinkedHashMap<>();
    for (int i = 0; i < 4; i++) {
      String key = random.nextBoolean() ? keys.text(random) : keys.counter(random);
      calls.computeIfAbsent(key, absent -> recorder.invoke(name, absent, MemcachedKind.GET));
    }
    try {
      Map<String, Object> values = await(cache.asyncGetBulk(calls.keySet()));
      calls.forEach((key, call) -> call.returned(text(values.get(key))));
    } catch (Exception e) {
      failures.add(e);
      calls.values().forEach(Recorder.Call::unknown);
    }
  }

  private void onCounter(String key, long number) {
    String initial = Long.toString(number * 1_000_000);
    int by = 1 + random.nextInt(9);
    switch (random.nextInt(10)) {
      case 0 -> set(key, initial);
      case 1 -> delete(key);
      case 2 -> add(key, initial);
      case 3 -> touch(key);
      case 4, 5 -> get(key);
      case 6 ->
          record(
              () -> cache.incr(key, by, Long.parseLong(initial), expiration()),
              key,
              MemcachedKind.INCR_OR_ADD,
              "" + by,
              initial);
      case 7 ->
          record(
              () -> cache.decr(key, by, Long.parseLong(initial), expiration()),
              key,
              MemcachedKind.DECR_OR_ADD,
              "" + by,
              initial);
      case 8 -> record(() -> await(cache.asyncDecr(key, by)), key, MemcachedKind.DECR, "" + by);
      default -> record(() -> await(cache.asyncIncr(key, by)), key, MemcachedKind.INCR, "" + by);
    }
  }

  private void onText(String key, String value) {
    switch (random.nextInt(14)) {
      case 0, 1 -> set(key, value);
      case 2 -> delete(key);
      case 3 -> add(key, value);
      case 4 ->
          record(
              () -> await(cache.replace(key, expiration(), value)),
              key,
              MemcachedKind.REPLACE,
              value);
      case 5 -> record(() -> await(cache.append(key, value)), key, MemcachedKind.APPEND, value);
      case 6 -> record(() -> await(cache.prepend(key, value)), key, MemcachedKind.PREPEND, value);
      case 7 -> touch(key);
      case 8 -> getAndTouch(key);
      case 9, 10 -> compareAndSet(key, value);
      default -> get(key);
    }
  }

  private int expiration() {
    return EXPIRATIONS[random.nextInt(EXPIRATIONS.length)];
  }

  private void set(String key, String value) {
    keys.blindWrite(key);
    record(() -> await(cache.set(key, expiration(), value)), key, MemcachedKind.SET, value);
  }

  private void delete(String key) {
    keys.blindWrite(key);
    record(() -> await(cache.delete(key)), key, MemcachedKind.DELETE);
  }

  private void add(String key, String value) {
    record(() -> await(cache.add(key, expiration(), value)), key, MemcachedKind.ADD, value);
  }

  private void touch(String key) {
    record(() -> await(cache.touch(key, expiration())), key, MemcachedKind.TOUCH);
  }

  private void get(String key) {
    record(() -> text(await(cache.asyncGet(key))), key, MemcachedKind.GET);
  }

  private void getAndTouch(String key) {
    record(
        () -> {
          CASValue<Object> found = await(cache.asyncGetAndTouch(key, expiration()));
          return found == null ? null : text(found.getValue());
        },
        key,
        MemcachedKind.GET);
  }

  private void compareAndSet(String key, String value) {
    Recorder.Call read = recorder.invoke(name, key, MemcachedKind.GET);
    try {
      CASValue<Object> found = await(cache.asyncGets(key));
      read.returned(found == null ? null : text(found.getValue()));
      if (found != null) {
        record(
            () -> await(cache.asyncCAS(key, found.getCas(), value)),
            key,
            MemcachedKind.CAS,
            String.valueOf(found.getValue()),
            value);
      }
    } catch (Exception e) {
      failed(read, e);
    }
  }

  private void record(
      Callable<@Nullable Object> operation, String key, MemcachedKind kind, String... arguments) {
    Recorder.Call call = recorder.invoke(name, key, kind, arguments);
    try {
      call.returned(operation.call());
    } catch (Exception e) {
      failed(call, e);
    }
  }

  private void failed(Recorder.Call call, Exception failure) {
    failures.add(failure);
    CressException reason = reason(failure);
    if (reason instanceof NodeUnavailableException || reason instanceof NodeOverloadedException) {
      call.failedWithoutEffect();
    } else {
      call.unknown();
    }
  }

  /** The first of ours among what a failure was caused by. */
  private static @Nullable CressException reason(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      boolean wraps = each.getClass() == CressException.class && each.getCause() != null;
      if (each instanceof CressException ours && !wraps) {
        return ours;
      }
    }
    return null;
  }

  /* A counter that got shorter has blanks behind it. */
  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString().strip();
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
