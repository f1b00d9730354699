package dev.cress.redis;

import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.EvalCalls;
import dev.cress.redis.internal.migration.Script;
import dev.cress.redis.internal.migration.ScriptCalls;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Holds scripts back by name until the test lets them go, and counts calls. Thread-safe. */
final class HeldScripts implements ScriptCalls {

  private final ScriptCalls calls = new EvalCalls();
  private final Map<String, CompletableFuture<Void>> held = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void hold(String script) {
    held.put(script, new CompletableFuture<>());
  }

  void release(String script) {
    CompletableFuture<Void> gate = held.remove(script);
    if (gate == null) {
      throw new IllegalStateException(script + " is not held");
    }
    gate.complete(null);
  }

  /** Calls of a script on a node, held ones included. */
  long count(String script, String node) {
    LongAdder count = counts.get(script + "@" + node);
    return count == null ? 0 : count.sum();
  }

  @Override
  public CompletionStage<List<Object>> call(
      NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args) {
    counts
        .computeIfAbsent(script.name() + "@" + node.name(), unused -> new LongAdder())
        .increment();
    CompletableFuture<Void> gate = held.get(script.name());
    return gate == null
        ? calls.call(node, script, keys, args)
        : gate.thenCompose(released -> calls.call(node, script, keys, args));
  }
}
