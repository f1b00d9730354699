package dev.cress.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.NodeSet;
import org.junit.jupiter.api.Test;

class ShardedCacheIT {

  @Test
  void allKeysAreStillThereWhenANodeHasJoined() {
    Printed printed = new Printed();
    try (ExampleServers servers = new ExampleServers()) {
      NodeSet nodes = NodeSet.of(servers.start("a"), servers.start("b"), servers.start("c"));

      ShardedCache.run(nodes, servers.start("d"), printed.out());
    }

    assertThat(printed.text())
        .contains("user:42 is \"name 42\" on ")
        .contains("Added d=")
        .containsPattern("1000 of 1000 keys are still there; [1-9]\\d+ have moved");
  }
}
