package dev.cress.examples.demo;

import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The same with Cress: one connection, all keys, and keys that move when the node set changes. */
final class RedisCress implements Contender<RedisAsyncCommands<String, String>> {

  /** All servers and the load share one machine: more patience than the default of 100 ms. */
  private static final Duration PREVIOUS_OWNER_TIMEOUT = Duration.ofSeconds(1);

  /** A value on its way for longer is refused, and read again. */
  private static final Duration ADOPT_DEADLINE = Duration.ofSeconds(2);

  private final CressRedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final Changes changes = new Changes();

  RedisCress(NodeSet nodes, Function<Node, RedisURI> uris) {
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
    connection = client.connect(RedisProduct.CODEC);
  }

  @Override
  public String name() {
    return "cress";
  }

  @Override
  public RedisAsyncCommands<String, String> commands(String key) {
    return connection.async();
  }

  @Override
  public Node ownerOf(String key) {
    return client.ownerOf(key);
  }

  @Override
  public CompletableFuture<?> changeTo(NodeSet nodes) {
    changes.begin();
    return changes.follow(client.changeTo(nodes));
  }

  /** A key that moves never lives longer, but loses the time that its value was on its way. */
  @Override
  public Drift drift() {
    return new Drift(changes.count() * ADOPT_DEADLINE.toMillis(), 0);
  }

  @Override
  public String activity() {
    return changes.activity();
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
