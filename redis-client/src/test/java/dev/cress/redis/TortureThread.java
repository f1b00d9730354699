package dev.cress.redis;

import dev.cress.history.Recorder;
import dev.cress.redis.error.NodeUnavailableException;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One thread that runs random commands on keys that it shares with others, and records them. */
final class TortureThread {

  private final RedisCommands<String, String> redis;
  private final Recorder recorder;
  private final String client;
  private final int keys;
  private final AtomicBoolean stopped;
  private final SplittableRandom random;
  private final AtomicLong operations = new AtomicLong();
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final Thread thread;

  TortureThread(
      RedisCommands<String, String> redis,
      Recorder recorder,
      int number,
      int keys,
      AtomicBoolean stopped) {
    this.redis = redis;
    this.recorder = recorder;
    this.client = "thread-" + number;
    this.keys = keys;
    this.stopped = stopped;
    this.random = new SplittableRandom(4711L + number);
    this.thread = new Thread(this::run, "torture-" + number);
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

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  private void run() {
    while (!stopped.get()) {
      long number = operations.incrementAndGet();
      int key = random.nextInt(keys);
      if (key % 2 == 0) {
        onCounter("n:" + key, number);
      } else {
        onText("s:" + key, client + "-" + number + ";");
      }
    }
  }

  private void onCounter(String key, long number) {
    switch (random.nextInt(8)) {
      case 0 ->
          record(key, RedisKind.SET, Long.toString(number), () -> redis.set(key, "" + number));
      case 1 -> record(key, RedisKind.DEL, () -> redis.del(key));
      case 2, 3 -> record(key, RedisKind.GET, () -> redis.get(key));
      default -> record(key, RedisKind.INCR, () -> redis.incr(key));
    }
  }

  private void onText(String key, String value) {
    switch (random.nextInt(10)) {
      case 0, 1 -> record(key, RedisKind.SET, value, () -> redis.set(key, value));
      case 2 -> record(key, RedisKind.DEL, () -> redis.del(key));
      case 3 -> record(key, RedisKind.SETNX, value, () -> redis.setnx(key, value));
      case 4 -> record(key, RedisKind.GETSET, value, () -> redis.getset(key, value));
      case 5 -> record(key, RedisKind.GETDEL, () -> redis.getdel(key));
      case 6 -> record(key, RedisKind.APPEND, value, () -> redis.append(key, value));
      case 7 -> record(key, RedisKind.EXISTS, () -> redis.exists(key));
      default -> record(key, RedisKind.GET, () -> redis.get(key));
    }
  }

  private void record(String key, RedisKind kind, Supplier<Object> command) {
    finish(recorder.invoke(client, key, kind), command);
  }

  private void record(String key, RedisKind kind, String argument, Supplier<Object> command) {
    finish(recorder.invoke(client, key, kind, argument), command);
  }

  private void finish(Recorder.Call call, Supplier<Object> command) {
    try {
      call.returned(command.get());
    } catch (NodeUnavailableException e) {
      failures.add(e);
      call.failedWithoutEffect();
    } catch (RuntimeException e) {
      failures.add(e);
      call.unknown();
    }
  }
}
