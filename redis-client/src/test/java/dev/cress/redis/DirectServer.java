package dev.cress.redis;

import dev.cress.node.Node;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.testservers.TestNode;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One real server with a plain connection of the test's own, past all clients. */
final class DirectServer implements AutoCloseable {

  private final TestNode server;
  private final Node node;
  private final RedisClient client;
  private StatefulRedisConnection<String, String> connection;

  DirectServer(String name, TestNode server) {
    this.server = server;
    this.node = Node.of(name, server.host(), server.port());
    this.client =
        RedisClient.create(Scene.RESOURCES, "redis://" + server.host() + ":" + server.port());
    this.connection = client.connect();
  }

  Node node() {
    return node;
  }

  /** The server's process. */
  TestNode server() {
    return server;
  }

  /** Restarts the server; a connection of the time before may not have noticed its end yet. */
  void restart() {
    connection.close();
    server.restart();
    connection = client.connect();
  }

  RedisCommands<String, String> redis() {
    return connection.sync();
  }

  boolean holds(String key) {
    return redis().exists(key) == 1;
  }

  /** The fence of a role, {@code out} or {@code in}. */
  @Nullable String fence(String role) {
    return redis().get(InternalKeys.PREFIX + role);
  }

  void dropFence(String role) {
    redis().del(InternalKeys.PREFIX + role);
  }

  static String marksKey(long version) {
    return InternalKeys.PREFIX + "marks:" + version;
  }

  boolean marks(long version, String key) {
    return redis().zscore(marksKey(version), key) != null;
  }

  List<String> internalKeys() {
    return redis().keys(InternalKeys.PREFIX + "*").stream().sorted().toList();
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
