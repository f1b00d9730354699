package dev.cress.benchmarks;

import dev.cress.testservers.TestNode;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The CPU time that some Redis servers have used. Close it. Thread-safe. */
final class ServerCpu implements AutoCloseable {

  private static final Pattern USED = Pattern.compile("used_cpu_(?:user|sys):([0-9.]+)");

  private final RedisClient client = RedisClient.create();
  private final List<StatefulRedisConnection<String, String>> connections = new ArrayList<>();

  ServerCpu(TestNode... servers) {
    for (TestNode server : servers) {
      connections.add(client.connect(RedisURI.create(server.host(), server.port())));
    }
  }

  /** All together, in ns. */
  long nanos() {
    double seconds = 0;
    for (StatefulRedisConnection<String, String> connection : connections) {
      String info = connection.sync().info("cpu");
      seconds +=
          USED.matcher(info)
              .results()
              .map(found -> found.group(1))
              .mapToDouble(Double::parseDouble)
              .sum();
    }
    return (long) (seconds * 1e9);
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
