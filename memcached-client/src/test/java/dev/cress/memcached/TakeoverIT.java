package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.KetamaConnectionFactory;
import net.spy.memcached.KetamaNodeKeyFormatter.Format;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A fleet that plain spymemcached has filled is taken over, and then leaves its way of sharding.
 */
final class TakeoverIT {

  private static final int KEYS = 2_000;

  /** In an order that is not that of the names, as a configuration may have it. */
  private static final List<String> ORDER = List.of("c", "a", "b");

  private final Fleet fleet = new Fleet(ORDER.size());
  private final NodeSet nodes = fleet.nodeSet();
  private final Map<String, Object> filled = new HashMap<>();

  @AfterEach
  void close() {
    fleet.close();
  }

  @Test
  void fromTheDefaultWhichIsModulo() throws Exception {
    takeOver(new DefaultConnectionFactory(), Selectors.preset("spymemcached-modulo").order(ORDER));
  }

  @Test
  void fromKetamaInItsOwnFormat() throws Exception {
    takeOver(ketama(Format.SPYMEMCACHED), Selectors.preset("spymemcached-ketama"));
  }

  @Test
  void fromKetamaInTheFormatOfLibmemcached() throws Exception {
    takeOver(ketama(Format.LIBMEMCACHED), Selectors.preset("spymemcached-ketama-libmemcached"));
  }

  private static ConnectionFactory ketama(Format format) {
    return new KetamaConnectionFactory(
        DefaultConnectionFactory.DEFAULT_OP_QUEUE_LEN,
        DefaultConnectionFactory.DEFAULT_READ_BUFFER_SIZE,
        DefaultConnectionFactory.DEFAULT_MAX_RECONNECT_DELAY,
        DefaultHashAlgorithm.KETAMA_HASH,
        format,
        Map.of());
  }

  private void takeOver(ConnectionFactory before, Selector preset) throws Exception {
    fillBy(before);

    CressMemcachedClient cache =
        CressMemcachedClient.builder().nodes(nodes).selector(preset).build();
    try {
      assertEveryKeyIsHit(cache);

      Migration leaving = cache.changeTo(nodes, Selectors.rendezvous());
      assertEveryKeyIsHit(cache);
      assertThat(leaving.completion().get(60, TimeUnit.SECONDS)).isZero();
      assertEveryKeyIsHit(cache);
    } finally {
      cache.shutdown();
    }
  }

  private void fillBy(ConnectionFactory factory) throws Exception {
    MemcachedClient plain =
        new MemcachedClient(factory, ORDER.stream().map(this::addressWithName).toList());
    // while a node is not connected its operations go to another one
    await().until(() -> plain.getAvailableServers().size() == ORDER.size());
    List<Future<Boolean>> sets = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      filled.put("key:" + i, "value " + i);
      sets.add(plain.set("key:" + i, 3_600, "value " + i));
    }
    for (Future<Boolean> set : sets) {
      assertThat(set.get()).isTrue();
    }
    plain.shutdown();
  }

  /** As if the node's name were a host name that leads to its server. */
  private InetSocketAddress addressWithName(String name) {
    Node node = fleet.node(name);
    try {
      byte[] ip = InetAddress.getByName(node.host()).getAddress();
      return new InetSocketAddress(InetAddress.getByAddress(name, ip), node.port());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertEveryKeyIsHit(CressMemcachedClient cache) {
    Map<String, Object> hits = new HashMap<>();
    for (String key : filled.keySet()) {
      Object value = cache.get(key);
      if (value != null) {
        hits.put(key, value);
      }
    }
    assertThat(hits).isEqualTo(filled);
  }
}
