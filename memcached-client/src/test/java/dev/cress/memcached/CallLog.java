package dev.cress.memcached;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaOperation;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Notes what clients sent to servers for keys that moved, on the clock of a history. */
final class CallLog {

  private final Map<String, Map<Long, String>> lines = new ConcurrentHashMap<>();
  private final LongSupplier clock;

  CallLog(LongSupplier clock) {
    this.clock = clock;
  }

  /** The calls on one key, by the times of their answers. */
  Map<Long, String> of(String key) {
    return Map.copyOf(lines.getOrDefault(key, Map.of()));
  }

  private void note(String key, String line) {
    lines.computeIfAbsent(key, absent -> new ConcurrentHashMap<>()).put(clock.getAsLong(), line);
  }

  /** Notes the calls of one client. */
  ServerCalls of(String client, ServerCalls calls) {
    return new ServerCalls() {
      @Override
      public <R> CompletionStage<R> call(
          Step step, NodeConnection node, MetaOperation<R> operation) {
        String key = new String(operation.keyBytes(), StandardCharsets.UTF_8);
        String call = client + " " + step + " " + operation + " at " + node.name();
        long sent = clock.getAsLong();
        return calls
            .call(step, node, operation)
            .whenComplete(
                (answer, failure) ->
                    note(
                        key,
                        "    %s, sent at %d -> %s"
                            .formatted(call, sent, failure == null ? text(answer) : failure)));
      }
    };
  }

  private static String text(Object answer) {
    return answer instanceof MetaItem item
        ? item.state()
            + " \""
            + new String(item.data(), StandardCharsets.UTF_8)
            + "\" flags "
            + Integer.toHexString(item.flags())
            + " ttl "
            + item.ttl()
            + " token "
            + Long.toHexString(item.token())
        : String.valueOf(answer);
  }
}
