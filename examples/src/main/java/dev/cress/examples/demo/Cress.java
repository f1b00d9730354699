package dev.cress.examples.demo;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationProgress;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The same with Cress: one connection, all keys, and keys that move when the node set changes. */
final class Cress implements Contender {

  /** All servers and the load share one machine: more patience than the default of 100 ms. */
  private static final Duration PREVIOUS_OWNER_TIMEOUT = Duration.ofSeconds(1);

  /** A value on its way for longer is refused, and read again. */
  private static final Duration ADOPT_DEADLINE = Duration.ofSeconds(2);

  private final CressRedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final AtomicInteger changes = new AtomicInteger();
  private volatile @Nullable Migration migration;

  Cress(NodeSet nodes, Function<Node, RedisURI> uris) {
    client =
        CressRedisClient.builder()
            .cluster("demo")
            .nodes(nodes)
            .uri(uris)
            .migration(
                MigrationPolicy.builder()
                    .previousOwnerTimeout(PREVIOUS_OWNER_TIMEOUT)
                    .adoptDeadline(ADOPT_DEADLINE)
                    .build())
            .build();
    connection = client.connect(CODEC);
  }

  @Override
  public String name() {
    return "cress";
  }

  Node ownerOf(String key) {
    return client.ownerOf(key);
  }

  @Override
  public RedisAsyncCommands<String, String> redis(String key) {
    return connection.async();
  }

  @Override
  public CompletableFuture<?> changeTo(NodeSet nodes) {
    changes.incrementAndGet();
    Migration started = client.changeTo(nodes);
    migration = started;
    return started.completion();
  }

  /** A key that moves never lives longer, but loses the time that its value was on its way. */
  @Override
  public long mostLifeLost() {
    return changes.get() * ADOPT_DEADLINE.toMillis();
  }

  @Override
  public String activity() {
    Migration last = migration;
    if (last == null) {
      return "";
    }
    MigrationProgress now = last.progress();
    String phase =
        switch (now.phase()) {
          case STABLE -> last.completion().isDone() ? "done" : "starting";
          case PREPARE -> "checking";
          case HOLD -> "holding";
          case MIGRATE -> now.drainedNodes() + "/" + now.nodes() + " nodes";
        };
    return String.format(Locale.ROOT, "%s, %,d moved", phase, now.moved());
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
