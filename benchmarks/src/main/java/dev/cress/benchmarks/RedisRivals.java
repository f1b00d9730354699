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
import java.util.function.Function;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.JedisPooled;

/**
 * What a service without Cress has over the servers of a bed: plain Lettuce, Lettuce whose flushes
 * are consolidated, and Jedis with a pool; one for each node, and a modulo. Close it. Thread-safe.
 */
final class RedisRivals implements AutoCloseable {

  static final String LETTUCE = "lettuce";
  static final String CONSOLIDATED = "consolidated";
  static final String JEDIS = "jedis";

  private static final int MOST_FLUSHES = 256;
  private static final int POOL = 16;

  private final Bed bed;
  private final ClientResources resources =
      ClientResources.builder().nettyCustomizer(new Consolidation()).build();
  private final RedisClient plainClient = RedisClient.create();
  private final RedisClient consolidatedClient = RedisClient.create(resources);
  private final List<StatefulRedisConnection<String, String>> plain = new ArrayList<>();
  private final List<StatefulRedisConnection<String, String>> consolidated = new ArrayList<>();
  private final List<JedisPooled> jedis = new ArrayList<>();

  RedisRivals(Bed bed) {
    this.bed = bed;
    for (int i = 0; i < bed.nodes(); i++) {
      RedisURI uri = bed.uri(i);
      plain.add(plainClient.connect(uri));
      consolidated.add(consolidatedClient.connect(uri));
      ConnectionPoolConfig pool = new ConnectionPoolConfig();
      pool.setMaxTotal(POOL);
      pool.setMaxIdle(POOL);
      jedis.add(new JedisPooled(pool, uri.getHost(), uri.getPort()));
    }
  }

  /** The Lettuce connections by the rival's name; one for each node. */
  Map<String, List<StatefulRedisConnection<String, String>>> lettuce() {
    Map<String, List<StatefulRedisConnection<String, String>>> all = new LinkedHashMap<>();
    all.put(LETTUCE, plain);
    all.put(CONSOLIDATED, consolidated);
    return all;
  }

  /** The pools of Jedis; one for each node. */
  List<JedisPooled> jedis() {
    return jedis;
  }

  /** The one of a list that has the node of a key. */
  <T> T of(List<T> all, String key) {
    return all.get(bed.rawIndex(key));
  }

  /** What one rival does, by its name. */
  @FunctionalInterface
  interface Work {
    Side of(List<StatefulRedisConnection<String, String>> connections);
  }

  /** The sides of both forms of Lettuce, by name. */
  Map<String, Side> lettuceSides(Work work) {
    Map<String, Side> sides = new LinkedHashMap<>();
    lettuce().forEach((name, connections) -> sides.put(name, work.of(connections)));
    return sides;
  }

  /** Adds what was found on some number of nodes to a result. */
  static void add(Result result, int nodes, Map<String, Comparison.Ratios> ratios) {
    Function<String, String> field = rival -> rival + nodes;
    ratios.forEach(
        (rival, found) ->
            result
                .with(field.apply(rival) + "Ratio", found.throughput().median())
                .with(field.apply(rival) + "CpuRatio", found.cpu().median()));
  }

  @Override
  public void close() {
    jedis.forEach(JedisPooled::close);
    plainClient.shutdown();
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
