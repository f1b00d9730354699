package dev.cress.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.JedisPooled;

/**
 * What a service without Cress has over the servers of a bed: plain Lettuce, Lettuce whose flushes
 * are consolidated, and Jedis with a pool; one for each node, and a modulo. Close it. Thread-safe.
 */
final class RedisRivals implements AutoCloseable {

  static final String JEDIS = "jedis";

  private static final String LETTUCE = "lettuce";
  private static final String CONSOLIDATED = "consolidated";
  private static final int MOST_FLUSHES = 256;
  private static final int POOL = 16;

  private final Bed bed;
  private final ClientResources resources =
      ClientResources.builder().nettyCustomizer(new Consolidation()).build();
  private final RedisClient consolidatedClient = RedisClient.create(resources);
  private final List<StatefulRedisConnection<String, String>> consolidated = new ArrayList<>();
  private final List<JedisPooled> jedis = new ArrayList<>();

  RedisRivals(Bed bed) {
    this.bed = bed;
    for (int i = 0; i < bed.nodes(); i++) {
      RedisURI uri = bed.uri(i);
      consolidated.add(consolidatedClient.connect(uri));
      ConnectionPoolConfig pool = new ConnectionPoolConfig();
      pool.setMaxTotal(POOL);
      pool.setMaxIdle(POOL);
      jedis.add(new JedisPooled(pool, uri.getHost(), uri.getPort()));
    }
  }

  /** The pools of Jedis; one for each node. */
  List<JedisPooled> jedis() {
    return jedis;
  }

  /** The one of a list that has the node of a key. */
  <T> T of(List<T> all, String key) {
    return all.get(bed.rawIndex(key));
  }

  /** Makes the side of a form of Lettuce from its connections, one for each node. */
  @FunctionalInterface
  interface Work {
    Side of(List<StatefulRedisConnection<String, String>> connections);
  }

  /** The sides of both forms of Lettuce, by name. */
  Map<String, Side> lettuceSides(Work work) {
    Map<String, Side> sides = new LinkedHashMap<>();
    sides.put(LETTUCE, work.of(bed.raw()));
    sides.put(CONSOLIDATED, work.of(consolidated));
    return sides;
  }

  /** Measures on some number of nodes; gives the ratios by rival. */
  @FunctionalInterface
  interface Measurement {
    Map<String, Comparison.Ratios> on(int nodes) throws Exception;
  }

  /**
   * Measures on 3, 1 and 10 nodes; plain Lettuce on 3 nodes counts most.
   *
   * @param commands how many commands an operation of Cress has
   */
  static Result result(String name, int commands, Measurement measurement) throws Exception {
    Map<String, Comparison.Ratios> three = measurement.on(3);
    Comparison.Ratios main = lettuce(three);
    Result result =
        new Result(name, main.throughput(), main.cpu().median())
            .with("p99Ratio", main.p99().median())
            .with("cpuNsPerCommand", main.cressNanos().median() / commands);
    add(result, 3, three);
    for (int nodes : List.of(1, 10)) {
      add(result, nodes, measurement.on(nodes));
    }
    return result;
  }

  /** Those against plain Lettuce. */
  static Comparison.Ratios lettuce(Map<String, Comparison.Ratios> ratios) {
    return Objects.requireNonNull(ratios.get(LETTUCE), LETTUCE);
  }

  /** Adds what was found on some number of nodes to a result. */
  static void add(Result result, int nodes, Map<String, Comparison.Ratios> ratios) {
    ratios.forEach((rival, found) -> result.with(rival + nodes, found));
  }

  @Override
  public void close() {
    jedis.forEach(JedisPooled::close);
    consolidatedClient.shutdown();
    resources.shutdown().syncUninterruptibly();
  }

  /** The one line by which others make Lettuce flush less. */
  private static final class Consolidation implements NettyCustomizer {
    @Override
    public void afterChannelInitialized(Channel channel) {
      channel.pipeline().addFirst(new FlushConsolidationHandler(MOST_FLUSHES, true));
    }
  }
}
