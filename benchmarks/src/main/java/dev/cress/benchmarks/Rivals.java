package dev.cress.benchmarks;

import com.google.common.hash.Hashing;
import com.netflix.evcache.pool.EVCacheClient;
import com.netflix.evcache.pool.EVCacheKetamaNodeLocatorConfiguration;
import com.netflix.evcache.pool.EVCacheNodeLocator;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.KetamaNodeLocator;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.NodeLocator;
import org.objenesis.ObjenesisStd;

/** How other libraries of the JVM find the node of a key. */
final class Rivals {

  private Rivals() {}

  static LookUp spymemcached(NodeSet nodes) {
    return of(new KetamaNodeLocator(memcachedNodes(nodes), DefaultHashAlgorithm.KETAMA_HASH));
  }

  /** Its locator asks its client for a name and nothing else, so the client needs no connection. */
  static LookUp evcache(NodeSet nodes) {
    EVCacheClient client = new ObjenesisStd().newInstance(EVCacheClient.class);
    return of(
        new EVCacheNodeLocator(
            client,
            memcachedNodes(nodes),
            DefaultHashAlgorithm.KETAMA_HASH,
            new EVCacheKetamaNodeLocatorConfiguration(client)));
  }

  static LookUp guava(NodeSet nodes) {
    IntFunction<String> keys = SelectorKeys.texts();
    int buckets = nodes.size();
    return key ->
        Hashing.consistentHash(
            Hashing.murmur3_128().hashString(keys.apply(key), StandardCharsets.UTF_8), buckets);
  }

  private static LookUp of(NodeLocator locator) {
    IntFunction<String> keys = SelectorKeys.texts();
    return key -> locator.getPrimary(keys.apply(key)) == null ? 0 : 1;
  }

  private static List<MemcachedNode> memcachedNodes(NodeSet nodes) {
    return nodes.nodes().stream().map(Rivals::memcachedNode).toList();
  }

  /** An address that knows its name, so that nobody asks a name server. */
  private static InetAddress named(String host) {
    try {
      return InetAddress.getByAddress(host, InetAddress.getByName(host).getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("host must be an IP address but was " + host, e);
    }
  }

  /** A node that has an address and does nothing. */
  @SuppressWarnings("ReferenceEquality") // It is equal to itself only.
  private static MemcachedNode memcachedNode(Node node) {
    InetSocketAddress address = new InetSocketAddress(named(node.host()), node.port());
    InvocationHandler answers =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getSocketAddress" -> address;
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
              case "toString" -> node.toString();
              default -> throw new UnsupportedOperationException(method.toString());
            };
    return (MemcachedNode)
        Proxy.newProxyInstance(
            Rivals.class.getClassLoader(), new Class<?>[] {MemcachedNode.class}, answers);
  }
}
