package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What every provider's memcached node does. Subclasses name the provider. */
abstract class MemcachedNodeContract extends TestNodeContract {

  MemcachedNodeContract(Provider provider) {
    super(Service.MEMCACHED, provider);
  }

  @Override
  TestNode start(TestServers servers, String... args) {
    return servers.memcached(args);
  }

  @Override
  void store(LineSocket memcached) throws IOException {
    assertThat(memcached.ask("set key 0 0 5\r\nvalue")).isEqualTo("STORED");
  }

  @Override
  boolean holds(LineSocket memcached) throws IOException {
    return memcached.ask("mg key").equals("HD");
  }

  @Override
  Provider provider(TestServers servers) {
    return servers.memcachedProvider();
  }

  @Test
  void theLargestItemCanBeSet() throws IOException {
    try (TestNode node = start("-I", "2m");
        LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("stats settings")).startsWith("STAT ");
      assertThat(memcached.readUntil("STAT item_size_max")).isEqualTo("STAT item_size_max 2097152");
      memcached.readUntil("END");

      assertThat(memcached.ask("set key 0 0 1500000\r\n" + "x".repeat(1_500_000)))
          .isEqualTo("STORED");
    }
  }
}
