package dev.cress.benchmarks;

import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many keys of 100 bytes does the background drain move in a second, all of them from one idle
 * server to another, hold and end of the change included? {@code bin/bench drain}
 *
 * <p>The ratio is against a target of 50,000 keys/s; the CPU ratio against 20 µs of this JVM per
 * key, one CPU at that speed.
 */
final class Drain implements Benchmark {

  private static final double TARGET_PER_SECOND = 50_000;
  private static final double TARGET_CPU_NANOS = 20_000;
  private static final int FILL_BATCH = 10_000;
  private static final long PATIENCE_MINUTES = 10;
  private static final String FILL =
      "for i = ARGV[1], ARGV[2] do redis.call('SET', 'key:' .. i, ARGV[3]) end return 1";

  private final LongSupplier cpuTime = Comparison.processCpuTime();

  @Override
  public Result run(Size size) throws Exception {
    try (TestServers servers = TestServers.start()) {
      TestNode first = servers.redis();
      TestNode second = servers.redis();
      NodeSet one = NodeSet.of(node("one", first));
      NodeSet other = NodeSet.of(node("other", second));
      CressRedisClient client =
          CressRedisClient.builder()
              .nodes(one)
              .migration(MigrationPolicy.builder().force().build())
              .build();
      try (ServerCpu cpu = new ServerCpu(first, second)) {
        return measure(size, client, one, other, cpu);
      } finally {
        client.shutdown();
      }
    }
  }

  private static Node node(String name, TestNode server) {
    return Node.of(name, server.host(), server.port());
  }

  /** There and back; the first drain only warms up. */
  private Result measure(
      Size size, CressRedisClient client, NodeSet one, NodeSet other, ServerCpu servers)
      throws Exception {
    fill(client, size.drainKeys());
    drain(client, other, size.drainKeys());
    double[] perSecond = new double[size.drains()];
    double[] cpuNanos = new double[size.drains()];
    double[] serverNanos = new double[size.drains()];
    for (int i = 0; i < size.drains(); i++) {
      long serversStart = servers.nanos();
      long cpuStart = cpuTime.getAsLong();
      perSecond[i] = drain(client, i % 2 == 0 ? one : other, size.drainKeys());
      cpuNanos[i] = (double) (cpuTime.getAsLong() - cpuStart) / size.drainKeys();
      serverNanos[i] = (double) (servers.nanos() - serversStart) / size.drainKeys();
    }
    Spread speed = Spread.of(perSecond);
    Spread ratio =
        new Spread(
            speed.low() / TARGET_PER_SECOND,
            speed.median() / TARGET_PER_SECOND,
            speed.high() / TARGET_PER_SECOND);
    double cpu = Spread.of(cpuNanos).median();
    return new Result("drain", ratio, TARGET_CPU_NANOS / cpu)
        .with("keysPerSecond", speed.median())
        .with("cpuNsPerKey", cpu)
        .with("serverCpuNsPerKey", Spread.of(serverNanos).median());
  }

  private static void fill(CressRedisClient client, int keys) {
    String node = client.topology().nodes().get(0).name();
    try (StatefulRedisConnection<String, String> direct = client.connectNode(node)) {
      for (int from = 1; from <= keys; from += FILL_BATCH) {
        int to = Math.min(from + FILL_BATCH - 1, keys);
        direct
            .sync()
            .eval(
                FILL,
                ScriptOutputType.INTEGER,
                new String[0],
                Integer.toString(from),
                Integer.toString(to),
                "v".repeat(100));
      }
    }
  }

  /** Returns how many keys it moved in a second. */
  private static double drain(CressRedisClient client, NodeSet to, int keys) throws Exception {
    long start = System.nanoTime();
    long lost = client.changeTo(to).completion().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    double seconds = (System.nanoTime() - start) / 1e9;
    long moved = size(client, to);
    if (lost > 0 || moved < keys) {
      throw new IllegalStateException(lost + " keys lost, " + moved + " arrived");
    }
    return keys / seconds;
  }

  private static long size(CressRedisClient client, NodeSet nodes) {
    try (StatefulRedisConnection<String, String> direct = client.connectNode(nodes.get(0).name())) {
      return direct.sync().dbsize();
    }
  }
}
