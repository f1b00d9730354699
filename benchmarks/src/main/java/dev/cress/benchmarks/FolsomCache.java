package dev.cress.benchmarks;

import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.MemcacheStatus;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** folsom over memcached's text protocol, as it is by default: with a ketama ring. */
record FolsomCache(MemcacheClient<String> client) implements AsyncCache {

  private static final int FOREVER = 0;
  private static final long PATIENCE_SECONDS = 5;
  private static final long CONNECT_SECONDS = 30;

  static FolsomCache of(List<InetSocketAddress> servers) throws Exception {
    MemcacheClientBuilder<String> builder = MemcacheClientBuilder.newStringClient();
    servers.forEach(server -> builder.withAddress(server.getHostString(), server.getPort()));
    MemcacheClient<String> client = builder.connectAscii();
    client.awaitFullyConnected(CONNECT_SECONDS, TimeUnit.SECONDS);
    return new FolsomCache(client);
  }

  @Override
  public @Nullable Object get(String key) throws Exception {
    return await(client.get(key));
  }

  @Override
  public boolean set(String key, String value) throws Exception {
    return await(client.set(key, value, FOREVER)) == MemcacheStatus.OK;
  }

  @Override
  public IntFunction<@Nullable Object> getAll(List<String> keys) throws Exception {
    return await(client.get(keys))::get;
  }

  private static <T> T await(CompletionStage<T> reply) throws Exception {
    return reply.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public Future<?> beginGet(String key) {
    return client.get(key).toCompletableFuture();
  }

  @Override
  public Future<?> beginSet(String key, String value) {
    return client.set(key, value, FOREVER).toCompletableFuture();
  }

  @Override
  public Object stored() {
    return MemcacheStatus.OK;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
