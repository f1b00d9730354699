package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OldMemcachedTest {

  @Test
  void itTellsItsVersionAndKnowsNoMetaCommand() throws IOException {
    try (TestServers servers = TestServers.start();
        TestNode node = servers.oldMemcached();
        LineSocket memcached = new LineSocket(node)) {
      assertThat(node.version()).isEqualTo("1.5.6");
      assertThat(memcached.ask("mn")).isEqualTo("ERROR");
      assertThat(memcached.ask("mg a v")).isEqualTo("ERROR");
      assertThat(memcached.ask("md a")).isEqualTo("ERROR");
      assertThat(memcached.ask("ma a")).isEqualTo("ERROR");
      assertThat(memcached.ask("me a")).isEqualTo("ERROR");
      assertThat(memcached.ask("ms a 1")).isEqualTo("ERROR");
      assertThat(memcached.ask("stats")).startsWith("STAT pid ");
      assertThat(memcached.readUntil("STAT version ")).isEqualTo("STAT version 1.5.6");
      memcached.readUntil("END");
    }
  }

  @Test
  void itServesTheClassicCommandsAndTheCrawler() throws IOException {
    try (TestServers servers = TestServers.start();
        TestNode node = servers.oldMemcached();
        LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("add a 0 0 1\r\n1")).isEqualTo("STORED");
      assertThat(memcached.ask("incr a 1")).isEqualTo("2");
      assertThat(memcached.ask("touch a 100")).isEqualTo("TOUCHED");
      assertThat(memcached.ask("lru_crawler metadump all")).startsWith("key=a ");
      memcached.readUntil("END");
      assertThat(memcached.ask("delete a")).isEqualTo("DELETED");
    }
  }

  @Test
  void itTakesTheArgumentsOfTheEmbeddedOne() throws IOException {
    try (TestServers servers = TestServers.start();
        TestNode node = servers.oldMemcached("-o", "no_lru_crawler", "-I", "2m");
        LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("lru_crawler metadump all"))
          .isEqualTo("CLIENT_ERROR lru crawler disabled");
      assertThat(memcached.ask("stats settings")).startsWith("STAT ");
      assertThat(memcached.readUntil("STAT item_size_max")).isEqualTo("STAT item_size_max 2097152");
      memcached.readUntil("END");

      assertThatIllegalStateException()
          .isThrownBy(() -> servers.oldMemcached("-o", "no_such_option"))
          .withMessageContaining("no_such_option");
      assertThatIllegalStateException()
          .isThrownBy(() -> servers.oldMemcached("-I"))
          .withMessageContaining("-I must be a size");
    }
  }
}
