package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every provider's {@link TestNode} does, whatever it serves. Subclasses name both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TestNodeContract {

  private final Service service;
  private final Provider provider;

  @SuppressWarnings("NullAway.Init") // set by startServers, which fails or aborts otherwise
  private TestServers servers;

  TestNodeContract(Service service, Provider provider) {
    this.service = service;
    this.provider = provider;
  }

  /** Starts a node of the service. */
  abstract TestNode start(TestServers servers, String... args);

  /** Stores a value on the node. */
  abstract void store(LineSocket socket) throws IOException;

  /** Returns whether the node still holds that value. */
  abstract boolean holds(LineSocket socket) throws IOException;

  /** Returns where the nodes of the service come from. */
  abstract Provider provider(TestServers servers);

  @BeforeAll
  void startServers() {
    servers = ProvidedServers.start(service, provider);
  }

  @AfterAll
  void closeServers() {
    if (servers != null) {
      servers.close();
    }
  }

  TestNode start(String... args) {
    return start(servers, args);
  }

  private boolean answers(TestNode node) {
    return service.protocol(List.of()).answers(node.host(), node.port());
  }

  @Test
  void aNewNodeAnswersAndTellsItsVersion() throws IOException {
    try (TestNode node = start();
        LineSocket socket = new LineSocket(node)) {
      store(socket);

      assertThat(holds(socket)).isTrue();
      assertThat(node.version()).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(provider(servers)).isEqualTo(provider);
    }
  }

  @Test
  void nodesHavePortsAndDataOfTheirOwn() throws IOException {
    try (TestNode one = start();
        TestNode other = start();
        LineSocket atOne = new LineSocket(one);
        LineSocket atOther = new LineSocket(other)) {
      store(atOne);

      assertThat(one.port()).isNotEqualTo(other.port());
      assertThat(holds(atOther)).isFalse();
    }
  }

  @Test
  void aKilledNodeRefusesAndComesBackEmptyOnTheSamePort() throws IOException {
    try (TestNode node = start()) {
      int port = node.port();
      try (LineSocket socket = new LineSocket(node)) {
        store(socket);

        node.kill();
        node.kill();

        assertThat(answers(node)).isFalse();
        assertThatIllegalStateException().isThrownBy(node::version);
        assertThatIllegalStateException().isThrownBy(node::pause).withMessageContaining("DEAD");
      }

      node.restart();

      try (LineSocket socket = new LineSocket(node)) {
        assertThat(node.port()).isEqualTo(port);
        assertThat(holds(socket)).isFalse();
      }
    }
  }

  @Test
  void aPausedNodeIsSilentUntilItIsResumed() throws IOException {
    try (TestNode node = start();
        LineSocket socket = new LineSocket(node)) {
      node.pause();
      node.pause();
      assertThat(answers(node)).isFalse();

      node.resume();
      node.resume();

      assertThat(holds(socket)).isFalse();
      assertThat(answers(node)).isTrue();
    }
  }

  @Test
  void aPausedNodeCanBeKilledAndRestarted() {
    try (TestNode node = start()) {
      node.pause();
      node.kill();
      node.restart();

      assertThat(answers(node)).isTrue();
    }
  }

  @Test
  void closeFreesThePortEvenOfAPausedNode() {
    TestNode node = start();
    node.pause();

    node.close();
    node.close();

    await().until(() -> Ports.isFree(node.port()));
    assertThatIllegalStateException().isThrownBy(node::restart).withMessageContaining("closed");
  }

  @Test
  void closingTheServersClosesEveryNode() {
    TestServers own = TestServers.start(provider);
    TestNode one = start(own);
    TestNode other = start(own);

    own.close();

    await().until(() -> Ports.isFree(one.port()) && Ports.isFree(other.port()));
  }

  @Test
  void aServerThatRefusesItsArgumentsFailsWithItsLog() {
    assertThatIllegalStateException()
        .isThrownBy(() -> start("--no-such-setting", "1"))
        .withMessageContaining("no-such-setting");
  }
}
