package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.RoutingException;
import dev.cress.selector.KeySample;
import dev.cress.selector.Placement;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.RedisProtocolException;
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
 * names. If no more are there than are wanted, the sample is all of them. Only reads. Not
 * thread-safe.
 */
final class LiveSample implements AutoCloseable {

  private static final byte[] INTERNAL = "__cress__:".getBytes(StandardCharsets.US_ASCII);
  private static final int PAGE = 1_000;

  private final ScanOptions options;
  private final @Nullable String password;
  private final int wanted;
  private final Placement before;
  private final KeySample sample;
  private final RedisClient client;
  private final Unowned unowned = new Unowned();
  private long onOtherNodes;

  /**
   * Connects to nothing yet.
   *
   * @throws CliException if the password cannot be read
   */
  LiveSample(ScanOptions options, Placement before, KeySample sample) {
    this.options = options;
    this.password = options.password();
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
      RedisURI uri = options.uri(node, password);
      var connection = ask(node, () -> client.connect(ByteArrayCodec.INSTANCE, uri));
      connections.add(connection);
      sizes.add(ask(node, () -> connection.sync().dbsize()));
    }
    long total = sizes.stream().mapToLong(size -> size).sum();
    boolean all = total <= wanted;
    boolean complete = all;
    for (int i = 0; i < connections.size(); i++) {
      Node node = before.nodes().get(i);
      var connection = connections.get(i);
      long quota = all ? Long.MAX_VALUE : (long) Math.ceil((double) wanted / total * sizes.get(i));
      complete &= ask(node, () -> scan(connection, node, quota));
    }
    if (complete) {
      sample.complete();
    }
    return facts(total);
  }

  /** Returns a line about keys that were left out, or nothing. */
  String leftOut() {
    return unowned.text();
  }

  private Map<String, Object> facts(long total) {
    if (sample.bytes() == 0 && unowned.count() > 0) {
      throw new CliException("no key of the nodes has an owner: " + unowned.reason(), null);
    } else if (sample.bytes() == 0) {
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
    facts.put("keysWithoutOwner", unowned.count());
    return facts;
  }

  /**
   * Takes keys of a node.
   *
   * @return whether these were all: SCAN came to its end and found as many as there are then
   */
  private boolean scan(StatefulRedisConnection<byte[], byte[]> connection, Node node, long quota) {
    long taken = 0;
    long found = 0;
    ScanCursor cursor = ScanCursor.INITIAL;
    while (taken < quota && !cursor.isFinished()) {
      KeyScanCursor<byte[]> page = connection.sync().scan(cursor, ScanArgs.Builder.limit(PAGE));
      List<byte[]> keys =
          page.getKeys().stream().filter(key -> !isInternal(key)).limit(quota - taken).toList();
      long gone = add(connection, node, keys);
      taken += keys.size();
      found += page.getKeys().size() - gone;
      cursor = page;
    }
    return cursor.isFinished() && found == connection.sync().dbsize();
  }

  /** Returns how many of the keys have gone in the meantime. */
  private long add(
      StatefulRedisConnection<byte[], byte[]> connection, Node node, List<byte[]> keys) {
    List<RedisFuture<@Nullable Long>> sizes = new ArrayList<>();
    for (byte[] key : keys) {
      sizes.add(connection.async().memoryUsage(key));
    }
    long gone = 0;
    for (int i = 0; i < sizes.size(); i++) {
      Long size = sizes.get(i).toCompletableFuture().join();
      if (size == null) {
        gone++;
      } else {
        add(node, keys.get(i), size);
      }
    }
    return gone;
  }

  private void add(Node node, byte[] key, long size) {
    try {
      sample.add(key, size);
      onOtherNodes += before.owner(key).equals(node) ? 0 : 1;
    } catch (RoutingException e) {
      unowned.add(e);
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
          ("node %s at %s cannot be asked: %s; see --user, --tls and --database, and set %s or"
                  + " --password-file if it asks for a password")
              .formatted(node.name(), node.address(), told(reason), ScanOptions.PASSWORD_VARIABLE),
          e);
    }
  }

  private static String told(Throwable reason) {
    return reason instanceof RedisProtocolException
        ? "it does not answer as Redis does"
        : String.valueOf(reason.getMessage()).replaceFirst("\\.$", "");
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, ScanOptions.TIMEOUT);
  }
}
