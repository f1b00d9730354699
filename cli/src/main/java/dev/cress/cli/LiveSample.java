package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.selector.KeySample;
import dev.cress.selector.Placement;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples the keys that live on the nodes now, with their sizes. Each node gives keys in proportion
 * to how many it has, the first ones that SCAN returns: their order has nothing to do with their
 * names. Only reads. Not thread-safe.
 */
final class LiveSample implements AutoCloseable {

  private static final byte[] INTERNAL = "__cress__:".getBytes(StandardCharsets.US_ASCII);
  private static final int PAGE = 1_000;

  private final ScanOptions options;
  private final int wanted;
  private final Placement before;
  private final KeySample sample;
  private final RedisClient client;
  private long onOtherNodes;

  LiveSample(ScanOptions options, Placement before, KeySample sample) {
    this.options = options;
    this.wanted = options.samples();
    this.before = before;
    this.sample = sample;
    this.client = RedisClient.create();
  }

  /**
   * Adds keys to the sample.
   *
   * @return how it went, for the report
   * @throws CliException if a node cannot be asked or no node has a key
   */
  Map<String, Object> take() {
    List<StatefulRedisConnection<byte[], byte[]>> connections = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
    for (Node node : before.nodes()) {
      var connection = ask(node, () -> client.connect(ByteArrayCodec.INSTANCE, options.uri(node)));
      connections.add(connection);
      sizes.add(ask(node, () -> connection.sync().dbsize()));
    }
    long total = sizes.stream().mapToLong(size -> size).sum();
    double part = Math.min(1, (double) wanted / Math.max(1, total));
    for (int i = 0; i < connections.size(); i++) {
      Node node = before.nodes().get(i);
      var connection = connections.get(i);
      long quota = (long) Math.ceil(part * sizes.get(i));
      ask(node, () -> scan(connection, node, quota));
    }
    return facts(total);
  }

  private Map<String, Object> facts(long total) {
    if (sample.bytes() == 0) {
      throw new CliException(
          "the nodes of --from have no key in database " + options.database() + "; see --database",
          null);
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("measuredBy", "scan");
    facts.put("keysOnNodes", total);
    facts.put("keys", sample.size());
    facts.put("bytes", sample.bytes());
    facts.put("keysNotOnTheirOwner", onOtherNodes);
    return facts;
  }

  private long scan(StatefulRedisConnection<byte[], byte[]> connection, Node node, long quota) {
    long taken = 0;
    ScanCursor cursor = ScanCursor.INITIAL;
    while (taken < quota && !cursor.isFinished()) {
      KeyScanCursor<byte[]> page = connection.sync().scan(cursor, ScanArgs.Builder.limit(PAGE));
      List<byte[]> keys =
          page.getKeys().stream().filter(key -> !isInternal(key)).limit(quota - taken).toList();
      add(connection, node, keys);
      taken += keys.size();
      cursor = page;
    }
    return taken;
  }

  private void add(
      StatefulRedisConnection<byte[], byte[]> connection, Node node, List<byte[]> keys) {
    List<RedisFuture<@Nullable Long>> sizes = new ArrayList<>();
    for (byte[] key : keys) {
      sizes.add(connection.async().memoryUsage(key));
    }
    for (int i = 0; i < sizes.size(); i++) {
      Long size = sizes.get(i).toCompletableFuture().join();
      if (size != null) { // else the key has gone in the meantime
        sample.add(keys.get(i), size);
        onOtherNodes += before.owner(keys.get(i)).equals(node) ? 0 : 1;
      }
    }
  }

  /** The keys that a migration keeps for itself do not move. */
  private static boolean isInternal(byte[] key) {
    int length = Math.min(key.length, INTERNAL.length);
    return Arrays.equals(key, 0, length, INTERNAL, 0, INTERNAL.length);
  }

  private static <T> T ask(Node node, Supplier<T> question) {
    try {
      return question.get();
    } catch (RedisException | CompletionException e) {
      Throwable reason = e;
      while (reason.getCause() != null) {
        reason = reason.getCause();
      }
      throw new CliException(
          ("node %s at %s cannot be asked: %s; see --user, --tls and --database, and set %s if it asks"
                  + " for a password")
              .formatted(node.name(), node.address(), reason.getMessage(), ScanOptions.PASSWORD),
          e);
    }
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, ScanOptions.TIMEOUT);
  }
}
