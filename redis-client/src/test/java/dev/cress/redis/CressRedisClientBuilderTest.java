package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NoNodesException;
import dev.cress.node.NodeSet;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CressRedisClientBuilderTest {

  private static final NodeSet NODES = NodeSet.parse("a=127.0.0.1:1, b=127.0.0.1:2");

  @Test
  void buildConnectsNothing() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      listener.setSoTimeout(200);
      NodeSet nodes = NodeSet.parse("a=127.0.0.1:" + listener.getLocalPort());

      try (CressRedisClient client = CressRedisClient.builder().nodes(nodes).build()) {
        assertThat(client.getOptions()).isNotNull();
        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(listener::accept);
      }
    }
  }

  @Test
  void nodesOrATopologyMustBeGivenAndNotBoth() {
    TopologySource source = TopologySource.inMemory(NODES, Selectors.rendezvous());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CressRedisClient.builder().build())
        .withMessage("give either nodes(…) or topology(…)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CressRedisClient.builder().nodes(NODES).topology(source).build())
        .withMessage("give either nodes(…) or topology(…)");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                CressRedisClient.builder()
                    .topology(source)
                    .selector(Selectors.rendezvous())
                    .build())
        .withMessageContaining("selector(…) belongs to nodes(…)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Orders", "a:b", "a b", "ä", "123456789012345678901234567890123"})
  void aClusterNameThatDoesNotFitATagIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CressRedisClient.builder().cluster(name))
        .withMessage("cluster must be 1 to 32 characters of a-z, 0-9 and - but was " + name);
  }

  @Test
  void anEmptyNodeSetIsRefused() {
    assertThatExceptionOfType(NoNodesException.class)
        .isThrownBy(() -> CressRedisClient.builder().nodes(NodeSet.of()).build());
  }

  @Test
  void aUriFunctionMustGiveAUri() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CressRedisClient.builder().nodes(NODES).uri(node -> null).build())
        .withMessage("uri must give a RedisURI for node a");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without null checks may do
  void nullIsRefusedByName() {
    CressRedisClientBuilder builder = CressRedisClient.builder();

    assertThatNullPointerException().isThrownBy(() -> builder.nodes(null)).withMessage("nodes");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.selector(null))
        .withMessage("selector");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.topology(null))
        .withMessage("topology");
    assertThatNullPointerException().isThrownBy(() -> builder.uri(null)).withMessage("uri");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.migration(null))
        .withMessage("migration");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.clientOptions(null))
        .withMessage("clientOptions");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.clientResources(null))
        .withMessage("clientResources");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.replicas(null))
        .withMessage("replicas");
    assertThatNullPointerException().isThrownBy(() -> builder.cluster(null)).withMessage("name");
  }

  @Test
  void copiesNeedAsManyNodes() {
    CressRedisClientBuilder builder =
        CressRedisClient.builder().nodes(NODES).migration(MigrationPolicy.off());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.replicas(ReplicaPolicy.of(3)).build())
        .withMessage("copies must be at most the number of nodes, 2, but was 3");
    builder.replicas(ReplicaPolicy.of(2)).build().shutdown();
  }

  @Test
  void copiesAndKeysThatMoveDoNotGoTogether() {
    CressRedisClientBuilder builder =
        CressRedisClient.builder().nodes(NODES).replicas(ReplicaPolicy.of(2));

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageStartingWith("replicas(…) needs migration(MigrationPolicy.off()) but the mode")
        .withMessageContaining("LAZY_AND_BACKGROUND");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.migration(MigrationPolicy.lazy()).build())
        .withMessageContaining("LAZY");
  }

  @Test
  void startTlsIsRefused() {
    RedisURI uri = RedisURI.builder().withHost("h").withSsl(true).withStartTls(true).build();
    CressRedisClientBuilder builder =
        CressRedisClient.builder().nodes(NodeSet.parse("a=h:1")).uri(node -> uri);

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageContaining("must not ask for STARTTLS")
        .withMessageContaining("node a");
  }
}
