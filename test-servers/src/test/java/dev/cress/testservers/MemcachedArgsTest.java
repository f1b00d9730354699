package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The setting {@code cress.memcached.args}. */
class MemcachedArgsTest {

  private static final String SETTING = "cress.memcached.args";

  private final String before = System.getProperty(SETTING, "");

  @BeforeEach
  void set() {
    System.setProperty(SETTING, " -o  no_lru_crawler -I 2m");
  }

  @AfterEach
  void restore() {
    System.setProperty(SETTING, before);
  }

  @Test
  void theyReachEveryMemcachedAndAreOverruledByItsOwn() throws IOException {
    try (TestServers servers = TestServers.start(Provider.EMBEDDED);
        TestNode node = servers.memcached("-I", "4m");
        LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("lru_crawler metadump all"))
          .isEqualTo("CLIENT_ERROR lru crawler disabled");
      assertThat(memcached.ask("stats settings")).startsWith("STAT ");
      assertThat(memcached.readUntil("STAT item_size_max")).isEqualTo("STAT item_size_max 4194304");
    }
  }
}
