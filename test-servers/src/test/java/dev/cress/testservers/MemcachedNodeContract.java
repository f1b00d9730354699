package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every provider's memcached node does. Subclasses name the provider. */
abstract class MemcachedNodeContract extends TestNodeContract {

  private static final int CLIENTS = 8;
  private static final int ROUNDS = 100;

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

  @Test
  void oneOfManyClientsWinsALease() throws Exception {
    try (TestNode node = start();
        Rivals rivals = new Rivals(node, CLIENTS)) {
      for (int round = 0; round < ROUNDS; round++) {
        Map<String, Long> replies = rivals.ask("mg lease" + round + " N30");

        assertThat(replies).isEqualTo(Map.of("HD W", 1L, "HD Z", CLIENTS - 1L));
      }
    }
  }

  @Test
  void oneOfManyClientsTakesAValue() throws Exception {
    try (TestNode node = start();
        LineSocket one = new LineSocket(node);
        Rivals rivals = new Rivals(node, CLIENTS)) {
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(one.ask("set take 0 0 5\r\nvalue")).isEqualTo("STORED");

        Map<String, Long> replies = rivals.ask("mg take s T-1");

        assertThat(replies).isEqualTo(Map.of("HD s5", 1L, "EN", CLIENTS - 1L));
      }
    }
  }

  @Test
  void oneOfManyClientsStoresUnderANumber() throws Exception {
    try (TestNode node = start();
        LineSocket one = new LineSocket(node);
        Rivals rivals = new Rivals(node, CLIENTS)) {
      for (int round = 0; round < ROUNDS; round++) {
        String number = one.ask("ms cas 1 c\r\nx").substring("HD c".length());

        Map<String, Long> replies = rivals.ask("ms cas 1 C" + number + "\r\ny");

        assertThat(replies).isEqualTo(Map.of("HD", 1L, "EX", CLIENTS - 1L));
      }
    }
  }

  @Test
  void noCountOfManyClientsIsLost() throws Exception {
    try (TestNode node = start();
        LineSocket one = new LineSocket(node);
        Rivals rivals = new Rivals(node, CLIENTS)) {
      assertThat(one.ask("set count 0 0 1\r\n0")).isEqualTo("STORED");

      for (int round = 0; round < ROUNDS; round++) {
        rivals.ask("ma count");
      }

      assertThat(one.ask("incr count 0")).isEqualTo("" + CLIENTS * ROUNDS);
    }
  }
}
