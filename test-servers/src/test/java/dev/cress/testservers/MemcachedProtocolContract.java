package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * What memcached answers: the same exchanges with real servers and with the embedded one, so that
 * the latter is held to reality. They were taken down from memcached 1.6.18. Subclasses name the
 * provider.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MemcachedProtocolContract {

  private static final List<String> FILES =
      List.of(
          "storage.txt",
          "retrieval.txt",
          "arithmetic.txt",
          "expiry.txt",
          "limits.txt",
          "admin.txt",
          "meta-get.txt",
          "meta-set.txt",
          "meta-delete.txt",
          "meta-arithmetic.txt",
          "meta-debug.txt",
          "migration.txt");

  private final Provider provider;

  @SuppressWarnings("NullAway.Init") // set by start, which fails or aborts otherwise
  private TestServers servers;

  @SuppressWarnings("NullAway.Init") // set by start, which fails or aborts otherwise
  private TestNode node;

  MemcachedProtocolContract(Provider provider) {
    this.provider = provider;
  }

  @BeforeAll
  void start() {
    servers = ProvidedServers.start(Service.MEMCACHED, provider);
    node = servers.memcached();
  }

  @AfterAll
  void close() {
    if (servers != null) {
      servers.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> itAnswersAsScripted() {
    return FILES.stream().flatMap(this::tests);
  }

  /**
   * Other versions may answer these in another way; they have all the other exchanges in common.
   */
  @TestFactory
  Stream<DynamicTest> version1618AnswersAsScripted() {
    assumeThat(node.version()).as("version").isEqualTo("1.6.18");
    return Stream.of("at-1.6.18.txt", "crawler.txt").flatMap(this::tests);
  }

  @TestFactory
  Stream<DynamicTest> version1618WithoutTheCrawlerAnswersAsScripted() {
    assumeThat(node.version()).as("version").isEqualTo("1.6.18");
    TestNode without = servers.memcached("-o", "no_lru_crawler");
    return ExchangeScript.load("crawler-off.txt").stream()
        .map(script -> dynamicTest(script.title(), () -> play(script, without)));
  }

  /**
   * A real server ends its crawler a moment after it has said so, and crawls by itself when it is
   * switched on: it is busy then.
   */
  @Test
  void theCrawlerCanBeSwitchedOffAndOn() throws IOException {
    assumeThat(node.version()).as("version").isEqualTo("1.6.18");
    String dump = "lru_crawler metadump all";
    try (LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("flush_all")).isEqualTo("OK");
      assertThat(memcached.ask(dump)).isEqualTo("END");

      assertThat(memcached.ask("lru_crawler disable")).isEqualTo("OK");
      await().until(() -> memcached.ask(dump).equals("CLIENT_ERROR lru crawler disabled"));
      assertThat(memcached.ask("lru_crawler disable")).isEqualTo("OK");

      assertThat(memcached.ask("lru_crawler enable")).isEqualTo("OK");
      await().until(() -> memcached.ask(dump).equals("END"));
    }
  }

  @Test
  void aServerThatStartedWithoutTheCrawlerListsItsKeysWhenThatIsSwitchedOn() throws IOException {
    assumeThat(node.version()).as("version").isEqualTo("1.6.18");
    TestNode without = servers.memcached("-o", "no_lru_crawler");
    try (LineSocket memcached = new LineSocket(without)) {
      assertThat(memcached.ask("set a 0 0 1\r\nx")).isEqualTo("STORED");
      assertThat(memcached.ask("lru_crawler enable")).isEqualTo("OK");

      await().until(() -> memcached.ask("lru_crawler metadump all").startsWith("key=a exp=-1 "));
    }
  }

  private Stream<DynamicTest> tests(String file) {
    return ExchangeScript.load(file).stream()
        .map(script -> dynamicTest(script.title(), () -> play(script, node)));
  }

  private static void play(ExchangeScript script, TestNode node) throws IOException {
    try (ExchangeSocket socket = new ExchangeSocket(node)) {
      socket.play(script);
    }
  }

  @Test
  void anItemExpiresWhenItsTimeHasCome() throws IOException {
    try (LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("set short 0 2 1\r\nx")).isEqualTo("STORED");
      assertThat(memcached.ask("set long 0 100 1\r\nx")).isEqualTo("STORED");
      assertThat(memcached.ask("mg short")).isEqualTo("HD");

      await().until(() -> memcached.ask("mg short").equals("EN"));
      assertThat(memcached.ask("mg long")).isEqualTo("HD");
    }
  }

  @Test
  void aFlushThatIsPutOffTakesWhatIsOlder() throws IOException {
    try (LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("set old 0 0 1\r\nx")).isEqualTo("STORED");
      assertThat(memcached.ask("flush_all 2")).isEqualTo("OK");
      assertThat(memcached.ask("mg old u")).isEqualTo("HD");

      await().until(() -> memcached.ask("mg old u").equals("EN"));
      await()
          .until(
              () ->
                  memcached.ask("set new 0 0 1\r\nx").equals("STORED")
                      && memcached.ask("mg new").equals("HD"));
    }
  }

  @Test
  void statsTellVersionAndCounts() throws IOException {
    try (LineSocket memcached = new LineSocket(node)) {
      assertThat(memcached.ask("stats")).startsWith("STAT pid ");
      assertThat(memcached.readUntil("STAT uptime ")).matches("STAT uptime \\d+");
      assertThat(memcached.readUntil("STAT version ")).isEqualTo("STAT version " + node.version());
      assertThat(memcached.readUntil("STAT curr_connections ")).doesNotEndWith(" 0");
      memcached.readUntil("STAT cmd_get ");
      memcached.readUntil("STAT cmd_set ");
      memcached.readUntil("STAT get_hits ");
      memcached.readUntil("STAT get_misses ");
      memcached.readUntil("STAT curr_items ");
      memcached.readUntil("STAT total_items ");
      memcached.readUntil("STAT evictions ");
      memcached.readUntil("END");

      assertThat(memcached.ask("stats settings")).startsWith("STAT ");
      assertThat(memcached.readUntil("STAT item_size_max "))
          .isEqualTo("STAT item_size_max 1048576");
      memcached.readUntil("END");
    }
  }

  @Test
  void twoClientsShareTheItems() throws IOException {
    try (LineSocket one = new LineSocket(node);
        LineSocket other = new LineSocket(node)) {
      assertThat(one.ask("set shared 0 0 1\r\nx")).isEqualTo("STORED");
      assertThat(other.ask("mg shared k")).isEqualTo("HD kshared");
      assertThat(other.ask("md shared")).isEqualTo("HD");
      assertThat(one.ask("mg shared")).isEqualTo("EN");
    }
  }
}
