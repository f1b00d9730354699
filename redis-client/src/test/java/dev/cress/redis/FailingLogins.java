package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.ProtocolVersion;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A program that fails to log in, in all ways that there are, and prints every failure with its
 * stack trace. Its log goes to standard error. The password is in the environment.
 */
final class FailingLogins {

  private static final String PASSWORD =
      Objects.requireNonNull(System.getenv(SecretsIT.VARIABLE), SecretsIT.VARIABLE);

  private static final ByteArrayOutputStream LOG = new ByteArrayOutputStream();

  private FailingLogins() {}

  /** Takes the port of a server that logs in, and the ports of servers that do not. */
  public static void main(String[] args) {
    int good = Integer.parseInt(args[0]);
    PrintStream error = System.err;
    System.setErr(new PrintStream(LOG, true, UTF_8));
    try {
      for (String bad : List.of(args).subList(1, args.length)) {
        for (ProtocolVersion protocol : ProtocolVersion.values()) {
          useBoth(good, Integer.parseInt(bad), protocol);
        }
        useSentinels(Integer.parseInt(bad));
      }
    } finally {
      System.setErr(error);
      System.err.print(LOG.toString(UTF_8));
    }
    System.exit(0); // the clients that could not connect are left as they are
  }

  private static void useSentinels(int bad) {
    RedisURI one = RedisURI.Builder.sentinel("127.0.0.1", 1, "m", PASSWORD).build();
    RedisURI two =
        RedisURI.Builder.sentinel("127.0.0.1", bad, "m", PASSWORD)
            .withSentinel("127.0.0.1", 1, PASSWORD)
            .build();
    print(() -> client(one, ProtocolVersion.RESP3).connect());
    print(() -> client(two, ProtocolVersion.RESP3).connect());
  }

  private static void useBoth(int good, int bad, ProtocolVersion protocol) {
    print(() -> client(uri(bad), protocol).connect());
    CressRedisClient client =
        CressRedisClient.builder()
            .nodes(NodeSet.of(Node.of("good", "127.0.0.1", good), Node.of("bad", "127.0.0.1", bad)))
            .uri(node -> uri(node.port()))
            .clientOptions(ClientOptions.builder().protocolVersion(protocol).build())
            .build();
    var connection = client.connect();
    System.out.println(client + " " + connection + " " + client.topology() + " " + uri(good));
    System.out.println("good: " + connection.sync().set(Shards.keyOf(client, "good"), "value"));
    print(() -> connection.sync().get(Shards.keyOf(client, "bad")));
    print(() -> connection.async().get(Shards.keyOf(client, "bad")).get());
    print(() -> connection.reactive().get(Shards.keyOf(client, "bad")).block());
    print(() -> connection.sync().blpop(1, Shards.keyOf(client, "bad")));
    useNearCache(client);
    print(() -> connection.sync().mget("a", "b", "c", "d", "e", "f", "g", "h"));
    print(() -> client.connectNode("bad"));
    print(() -> client.connect(uri(1)));
    print(() -> Fleet.end(client.changeTo(client.topology().nodes().without("good"))));
    client.shutdown();
  }

  private static void useNearCache(CressRedisClient client) {
    int before = LOG.size();
    try (NearCache<String, String> near = NearCache.builder(client).build()) {
      Awaitility.await()
          .until(() -> LOG.toString(UTF_8).substring(before).contains("node bad tracks no keys"));
      print(() -> near.get(Shards.keyOf(client, "bad")));
    }
  }

  private static CressRedisClient client(RedisURI uri, ProtocolVersion protocol) {
    return CressRedisClient.builder()
        .nodes(NodeSet.of(Node.of("bad", "127.0.0.1", 1)))
        .uri(node -> uri)
        .clientOptions(ClientOptions.builder().protocolVersion(protocol).build())
        .build();
  }

  private static RedisURI uri(int port) {
    return RedisURI.builder()
        .withHost("127.0.0.1")
        .withPort(port)
        .withAuthentication("default", PASSWORD.toCharArray())
        .build();
  }

  private interface Attempt {
    @Nullable Object make() throws Exception;
  }

  private static void print(Attempt attempt) {
    try {
      System.out.println("did not fail: " + attempt.make());
    } catch (Exception e) {
      e.printStackTrace(System.out);
    }
  }
}
