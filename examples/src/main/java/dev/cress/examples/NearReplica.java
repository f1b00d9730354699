package dev.cress.examples;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every key on two nodes and reads all keys of one user from the same one of them: the one in
 * the reader's own zone if there is one, else one that the user's name chooses. So a reader sees
 * one node's state of a user, stays near, and the readers share both nodes.
 *
 * <p>It uses placements alone, with plain Lettuce connections: a {@code CressRedisClient} keeps
 * each key on its owner. The two writes are not one step, so give such keys an expiry.
 *
 * <p>Build with {@code mvn package}, then run it from the root of the tree:
 *
 * <pre>{@code
 * java -cp "examples/target/classes:$(cat examples/target/classpath)" dev.cress.examples.NearReplica
 * }</pre>
 */
public final class NearReplica {

  private static final int COPIES = 2;
  private static final int USERS = 100;
  private static final int EXPIRY_SECONDS = 3_600;
  private static final List<String> FIELDS = List.of("name", "cart", "theme");

  private NearReplica() {}

  /**
   * Runs the example.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (ExampleServers servers = new ExampleServers()) {
      run(
          NodeSet.of(
              inZone("east", servers.start("a")),
              inZone("east", servers.start("b")),
              inZone("west", servers.start("c")),
              inZone("west", servers.start("d"))),
          System.out);
    }
  }

  static Node inZone(String zone, Node node) {
    return Node.builder(node.name()).address(node.host(), node.port()).zone(zone).build();
  }

  static void run(NodeSet nodes, PrintStream out) {
    Placement placement = Selectors.rendezvous().place(nodes);
    RedisClient client = RedisClient.create();
    try {
      Map<String, RedisCommands<String, String>> redis =
          nodes.nodes().stream().collect(Collectors.toMap(Node::name, n -> connect(client, n)));
      for (int user = 0; user < USERS; user++) {
        write(placement, redis, "user:" + user);
      }
      for (String zone : List.of("east", "west", "north")) {
        int found = 0;
        for (int user = 0; user < USERS; user++) {
          found += read(placement, redis, "user:" + user, zone);
        }
        out.println("A reader in " + zone + " found " + found + " of " + USERS * FIELDS.size());
      }
      out.println(
          "user:42: east reads from %s, west from %s, north from %s"
              .formatted(
                  replica(placement, "user:42", "east").name(),
                  replica(placement, "user:42", "west").name(),
                  replica(placement, "user:42", "north").name()));
    } finally {
      client.shutdown();
    }
  }

  /** Returns the node from which a reader in this zone, or in none, reads all keys of a user. */
  static Node replica(Placement placement, String user, @Nullable String zone) {
    List<Node> replicas = placement.replicas(bytes(key(user, "")), COPIES);
    return replicas.stream()
        .filter(node -> zone != null && zone.equals(node.zone()))
        .findFirst()
        .orElse(replicas.get(Math.floorMod(user.hashCode(), replicas.size())));
  }

  /** All keys of a user have the same replica set: only the hash tag is hashed. */
  private static String key(String user, String field) {
    return "{" + user + "}:" + field;
  }

  private static void write(
      Placement placement, Map<String, RedisCommands<String, String>> redis, String user) {
    for (String field : FIELDS) {
      String key = key(user, field);
      for (Node node : placement.replicas(bytes(key), COPIES)) {
        at(node, redis).setex(key, EXPIRY_SECONDS, field + " of " + user);
      }
    }
  }

  private static int read(
      Placement placement,
      Map<String, RedisCommands<String, String>> redis,
      String user,
      String zone) {
    RedisCommands<String, String> near = at(replica(placement, user, zone), redis);
    int found = 0;
    for (String field : FIELDS) {
      found += (field + " of " + user).equals(near.get(key(user, field))) ? 1 : 0;
    }
    return found;
  }

  private static RedisCommands<String, String> connect(RedisClient client, Node node) {
    return client.connect(RedisURI.create(node.host(), node.port())).sync();
  }

  private static RedisCommands<String, String> at(
      Node node, Map<String, RedisCommands<String, String>> redis) {
    return Objects.requireNonNull(redis.get(node.name()), node.name());
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
