package dev.cress.examples.demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import net.spy.memcached.CASResponse;
import net.spy.memcached.CASValue;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.internal.GetFuture;
import net.spy.memcached.internal.OperationFuture;
import org.jspecify.annotations.Nullable;

/**
 * The commands of memcached as stages that complete. Thread-safe.
 *
 * @param client sends them
 * @param seconds the time to live that they set, 0 for an endless one
 */
record MemcachedCommands(MemcachedClient client, int seconds) {

  /** The same with a time to live. */
  MemcachedCommands expiring(int after) {
    return new MemcachedCommands(client, after);
  }

  CompletionStage<@Nullable Object> get(String key) {
    GetFuture<Object> future = client.asyncGet(key);
    CompletableFuture<@Nullable Object> stage = new CompletableFuture<>();
    future.addListener(done -> complete(stage, done));
    return stage;
  }

  CompletionStage<@Nullable CASValue<Object>> gets(String key) {
    return stage(client.asyncGets(key));
  }

  CompletionStage<Boolean> set(String key, Object value) {
    return stage(client.set(key, seconds, value));
  }

  CompletionStage<Boolean> add(String key, Object value) {
    return stage(client.add(key, seconds, value));
  }

  CompletionStage<Boolean> replace(String key, Object value) {
    return stage(client.replace(key, seconds, value));
  }

  CompletionStage<CASResponse> cas(String key, long token, Object value) {
    return stage(client.asyncCAS(key, token, seconds, value, client.getTranscoder()));
  }

  CompletionStage<Boolean> append(String key, Object value) {
    return stage(client.append(key, value));
  }

  CompletionStage<Boolean> prepend(String key, Object value) {
    return stage(client.prepend(key, value));
  }

  CompletionStage<Long> increment(String key) {
    return stage(client.asyncIncr(key, 1));
  }

  CompletionStage<Boolean> touch(String key) {
    return stage(client.touch(key, seconds));
  }

  CompletionStage<Boolean> delete(String key) {
    return stage(client.delete(key));
  }

  private static <T> CompletionStage<T> stage(OperationFuture<T> future) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    future.addListener(done -> complete(stage, done));
    return stage;
  }

  /** Completes a stage with what a future that is done came to. */
  @SuppressWarnings("unchecked") // the listeners of spymemcached do not tell the type
  private static <T> void complete(CompletableFuture<T> stage, Future<?> done) {
    try {
      stage.complete((T) done.get());
    } catch (ExecutionException e) {
      stage.completeExceptionally(e.getCause());
    } catch (InterruptedException | RuntimeException e) {
      stage.completeExceptionally(e);
    }
  }
}
