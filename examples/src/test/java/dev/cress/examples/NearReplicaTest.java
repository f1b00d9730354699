package dev.cress.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NearReplicaTest {

  private final Placement placement =
      Selectors.rendezvous()
          .place(NodeSet.parse("a=h:1;zone=east, b=h:2;zone=east, c=h:3;zone=west, d=h:4"));

  @Test
  void theReaderStaysInItsZoneWhereItCan() {
    for (int user = 0; user < 100; user++) {
      Node near = NearReplica.replica(placement, "user:" + user, "east");

      assertThat(near).isEqualTo(NearReplica.replica(placement, "user:" + user, "east"));
      if (placement.replicas(("user:" + user).getBytes(StandardCharsets.UTF_8), 2).stream()
          .anyMatch(node -> "east".equals(node.zone()))) {
        assertThat(near.zone()).isEqualTo("east");
      }
    }
  }

  /** Of 1,000 users each node serves a quarter; five standard deviations are 68. */
  @Test
  void readersWithoutAZoneShareTheNodes() {
    Map<String, Integer> users = new HashMap<>();
    Placement equal = Selectors.rendezvous().place(NodeSet.parse("a=h:1, b=h:2, c=h:3, d=h:4"));
    for (int user = 0; user < 1_000; user++) {
      users.merge(NearReplica.replica(equal, "user:" + user, null).name(), 1, Integer::sum);
    }

    assertThat(users).hasSize(4).allSatisfy((node, n) -> assertThat(n).isBetween(182, 318));
  }
}
