package dev.cress.examples.demo;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.testservers.Provider;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Redis: each contender has a database of its own on the same servers. */
final class RedisProduct implements Product<RedisAsyncCommands<String, String>> {

  /** Each char is one byte, so that strings can hold binary data. */
  static final RedisCodec<String, String> CODEC = new StringCodec(StandardCharsets.ISO_8859_1);

  /** For the hand-written routers; its end is that of all their connections. */
  private final RedisClient plain = RedisClient.create();

  @Override
  public String title() {
    return "Redis";
  }

  @Override
  public Provider provider(TestServers servers) {
    return servers.provider();
  }

  @Override
  public TestNode start(TestServers servers) {
    return servers.redis();
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Contender<RedisAsyncCommands<String, String>> handWritten(
      String name, Selector selector, NodeSet nodes, int number) {
    Function<Node, RedisURI> uris = database(number);
    return new HandWrittenRouter<>(
        name, selector, nodes, node -> plain.connect(CODEC, uris.apply(node)).async(), redis -> {});
  }

  @Override
  public Contender<RedisAsyncCommands<String, String>> cress(NodeSet nodes, int number) {
    return new RedisCress(nodes, database(number));
  }

  private static Function<Node, RedisURI> database(int number) {
    return node ->
        RedisURI.builder().withHost(node.host()).withPort(node.port()).withDatabase(number).build();
  }

  @Override
  public List<Kind<RedisAsyncCommands<String, String>>> kinds() {
    return RedisKinds.ALL;
  }

  @Override
  public Entry<RedisAsyncCommands<String, String>> entry(
      Contender<RedisAsyncCommands<String, String>> cache,
      String key,
      Kind<RedisAsyncCommands<String, String>> kind,
      long ttl) {
    return new RedisEntry(cache, key, kind, ttl);
  }

  @Override
  public void close() {
    plain.shutdown();
  }
}
