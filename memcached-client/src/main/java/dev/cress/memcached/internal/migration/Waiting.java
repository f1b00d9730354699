package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.ops.StoreType;

/** Classic commands that wait for their answer. Thread-safe. */
final class Waiting {

  private static final Duration MOST_WAIT = Duration.ofSeconds(5);

  private final NodeConnections connections;
  private final ClassicCalls calls = new ClassicCalls();

  Waiting(NodeConnections connections) {
    this.connections = connections;
  }

  Optional<String> get(Node node, String key) {
    return await(node, calls.get(connections.target(node), key))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  boolean store(Node node, StoreType type, String key, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return await(node, calls.store(connections.target(node), type, key, bytes));
  }

  void flush(Node node) {
    await(node, calls.flush(connections.target(node)));
  }

  long items(Node node) {
    return await(node, calls.items(connections.target(node)));
  }

  /** What a future failed with, in words. */
  static String reason(ExecutionException e) {
    Throwable cause = e.getCause();
    return String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
  }

  private static <T> T await(Node node, CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get(MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new CressException("node " + node.name() + ": " + reason(e), e.getCause());
    } catch (TimeoutException e) {
      throw new CressException(
          "node " + node.name() + " did not answer in " + MOST_WAIT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CressException("interrupted while waiting for node " + node.name(), e);
    }
  }
}
