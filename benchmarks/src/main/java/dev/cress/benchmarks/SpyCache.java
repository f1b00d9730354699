package dev.cress.benchmarks;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.ConnectionFactoryBuilder.Locator;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

/** spymemcached, or Cress, which has the same methods. */
record SpyCache(MemcachedClient client) implements AsyncCache {

  private static final int FOREVER = 0;
  private static final long PATIENCE_SECONDS = 5;

  /** spymemcached itself: its ketama ring, all else as it is by default. */
  static SpyCache plain(List<InetSocketAddress> servers) throws Exception {
    return new SpyCache(
        new MemcachedClient(
            new ConnectionFactoryBuilder()
                .setLocatorType(Locator.CONSISTENT)
                .setHashAlg(DefaultHashAlgorithm.KETAMA_HASH)
                .setDaemon(true)
                .build(),
            servers));
  }

  @Override
  public @Nullable Object get(String key) {
    return client.get(key);
  }

  @Override
  public boolean set(String key, String value) throws Exception {
    return client.set(key, FOREVER, value).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public IntFunction<@Nullable Object> getAll(List<String> keys) {
    Map<String, Object> found = client.getBulk(keys);
    return i -> found.get(keys.get(i));
  }

  @Override
  public Future<?> beginGet(String key) {
    return client.asyncGet(key);
  }

  @Override
  public Future<?> beginSet(String key, String value) {
    return client.set(key, FOREVER, value);
  }

  @Override
  public Object stored() {
    return true;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
