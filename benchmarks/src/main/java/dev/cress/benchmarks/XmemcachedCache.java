package dev.cress.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import net.rubyeye.xmemcached.MemcachedClient;
import net.rubyeye.xmemcached.XMemcachedClientBuilder;
import net.rubyeye.xmemcached.impl.KetamaMemcachedSessionLocator;
import org.jspecify.annotations.Nullable;

/**
 * XMemcached with its ketama ring, all else as it is by default. It cannot have many operations of
 * one thread under way.
 */
record XmemcachedCache(MemcachedClient client) implements Cache {

  private static final int FOREVER = 0;

  static XmemcachedCache of(List<InetSocketAddress> servers) throws IOException {
    XMemcachedClientBuilder builder = new XMemcachedClientBuilder(servers);
    builder.setSessionLocator(new KetamaMemcachedSessionLocator());
    return new XmemcachedCache(builder.build());
  }

  @Override
  public @Nullable Object get(String key) throws Exception {
    return client.get(key);
  }

  @Override
  public boolean set(String key, String value) throws Exception {
    return client.set(key, FOREVER, value);
  }

  @Override
  public IntFunction<@Nullable Object> getAll(List<String> keys) throws Exception {
    Map<String, Object> found = client.get(keys);
    return i -> found.get(keys.get(i));
  }

  @Override
  public void close() throws IOException {
    client.shutdown();
  }
}
