package dev.cress.examples;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.PrintStream;

/**
 * The first steps: connect to three Redis servers as one cache, write and read a key, add a fourth
 * server, and find everything still there.
 *
 * <p>Build with {@code mvn package}, then run it from the root of the tree:
 *
 * <pre>{@code
 * java -cp "examples/target/classes:$(cat examples/target/classpath)" dev.cress.examples.ShardedCache
 * }</pre>
 */
public final class ShardedCache {

  private static final int USERS = 1_000;

  private ShardedCache() {}

  /**
   * Runs the example.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (ExampleServers servers = new ExampleServers()) {
      NodeSet nodes = NodeSet.of(servers.start("a"), servers.start("b"), servers.start("c"));
      run(nodes, servers.start("d"), System.out);
    }
  }

  static void run(NodeSet nodes, Node joining, PrintStream out) {
    CressRedisClient client = CressRedisClient.builder().nodes(nodes).build();
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      RedisCommands<String, String> redis = connection.sync();

      for (int i = 0; i < USERS; i++) {
        redis.setex("user:" + i, 3_600, "name " + i);
      }
      out.println("user:42 is \"" + redis.get("user:42") + "\" on " + client.ownerOf("user:42"));

      client.changeTo(nodes.with(joining)).completion().join();
      out.println("Added " + joining + ".");

      int found = 0;
      int moved = 0;
      for (int i = 0; i < USERS; i++) {
        String key = "user:" + i;
        found += ("name " + i).equals(redis.get(key)) ? 1 : 0;
        moved += client.ownerOf(key).equals(joining) ? 1 : 0;
      }
      out.println(found + " of " + USERS + " keys are still there; " + moved + " have moved.");
    } finally {
      client.shutdown();
    }
  }
}
