package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every provider's {@link TestNode} does. Subclasses name the provider. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TestNodeContract {

  private static final Logger LOG = LoggerFactory.getLogger(TestNodeContract.class);

  private final Provider provider;

  @SuppressWarnings("NullAway.Init") // set by startServers, which fails or aborts otherwise
  private TestServers servers;

  TestNodeContract(Provider provider) {
    this.provider = provider;
  }

  /** Aborts where the provider is absent, but fails where a setting promises it. */
  @BeforeAll
  void startServers() {
    ProviderChoice choice = ProviderChoice.fromSettings();
    boolean promised =
        choice.named().equals(provider.toString())
            || (choice.requireDocker() && provider == Provider.DOCKER);
    if (!promised && !TestServers.answers(provider)) {
      String message = "NOT TESTED: provider " + provider + " is not available on this machine";
      LOG.warn(message);
      abort(message);
    }
    servers = TestServers.start(provider);
  }

  @AfterAll
  void closeServers() {
    if (servers != null) {
      servers.close();
    }
  }

  @Test
  void aNewNodeAnswersAndTellsItsVersion() throws IOException {
    try (TestNode node = servers.redis();
        RedisSocket redis = new RedisSocket(node)) {
      assertThat(redis.ask("SET key value")).isEqualTo("+OK");
      assertThat(node.version()).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(servers.provider()).isEqualTo(provider);
    }
  }

  @Test
  void nodesHavePortsAndDataOfTheirOwn() throws IOException {
    try (TestNode one = servers.redis();
        TestNode other = servers.redis();
        RedisSocket atOne = new RedisSocket(one);
        RedisSocket atOther = new RedisSocket(other)) {
      atOne.ask("SET key value");

      assertThat(one.port()).isNotEqualTo(other.port());
      assertThat(atOther.ask("EXISTS key")).isEqualTo(":0");
    }
  }

  @Test
  void aKilledNodeRefusesAndComesBackEmptyOnTheSamePort() throws IOException {
    try (TestNode node = servers.redis()) {
      int port = node.port();
      try (RedisSocket redis = new RedisSocket(node)) {
        redis.ask("SET key value");

        node.kill();
        node.kill();

        assertThat(RedisSocket.answers(node)).isFalse();
        assertThatIllegalStateException().isThrownBy(node::version);
        assertThatIllegalStateException().isThrownBy(node::pause).withMessageContaining("DEAD");
      }

      node.restart();

      try (RedisSocket redis = new RedisSocket(node)) {
        assertThat(node.port()).isEqualTo(port);
        assertThat(redis.ask("EXISTS key")).isEqualTo(":0");
      }
    }
  }

  @Test
  void aPersistentNodeComesBackWithItsData() throws IOException {
    try (TestNode node = servers.redis("--appendonly", "yes", "--appendfsync", "always")) {
      try (RedisSocket redis = new RedisSocket(node)) {
        redis.ask("SET key value");
      }

      node.restart();

      try (RedisSocket redis = new RedisSocket(node)) {
        assertThat(redis.ask("EXISTS key")).isEqualTo(":1");
      }
    }
  }

  @Test
  void aPausedNodeIsSilentUntilItIsResumed() throws IOException {
    try (TestNode node = servers.redis();
        RedisSocket redis = new RedisSocket(node)) {
      node.pause();
      node.pause();
      assertThat(RedisSocket.answers(node)).isFalse();

      node.resume();
      node.resume();

      assertThat(redis.ask("PING")).isEqualTo("+PONG");
      assertThat(RedisSocket.answers(node)).isTrue();
    }
  }

  @Test
  void aPausedNodeCanBeKilledAndRestarted() {
    try (TestNode node = servers.redis()) {
      node.pause();
      node.kill();
      node.restart();

      assertThat(RedisSocket.answers(node)).isTrue();
    }
  }

  @Test
  void closeFreesThePortEvenOfAPausedNode() {
    TestNode node = servers.redis();
    node.pause();

    node.close();
    node.close();

    await().until(() -> Ports.isFree(node.port()));
    assertThatIllegalStateException().isThrownBy(node::restart).withMessageContaining("closed");
  }

  @Test
  void closingTheServersClosesEveryNode() {
    TestServers own = TestServers.start(provider);
    TestNode one = own.redis();
    TestNode other = own.redis();

    own.close();

    await().until(() -> Ports.isFree(one.port()) && Ports.isFree(other.port()));
  }

  @Test
  void argumentsReachTheServerAndSoDoFilesTheyName(@TempDir Path dir) throws IOException {
    Path users = Files.writeString(dir.resolve("users.acl"), "user default on nopass ~* +@all\n");

    try (TestNode node = servers.redis("--maxmemory", "4mb", "--aclfile", users.toString());
        RedisSocket redis = new RedisSocket(node)) {
      assertThat(redis.ask("ACL WHOAMI")).startsWith("$7");
      assertThat(redis.ask("INFO memory")).isNotEmpty();
      assertThat(redis.readUntil("maxmemory:")).isEqualTo("maxmemory:4194304");
    }
  }

  @Test
  void aServerThatRefusesItsArgumentsFailsWithItsLog() {
    assertThatIllegalStateException()
        .isThrownBy(() -> servers.redis("--no-such-setting", "1"))
        .withMessageContaining("no-such-setting");
  }
}
