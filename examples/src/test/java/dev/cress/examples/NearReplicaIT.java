package dev.cress.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.NodeSet;
import org.junit.jupiter.api.Test;

class NearReplicaIT {

  @Test
  void everyReaderFindsAllKeysOfAUserOnOneNode() {
    Printed printed = new Printed();
    try (ExampleServers servers = new ExampleServers()) {
      NearReplica.run(
          NodeSet.of(
              NearReplica.inZone("east", servers.start("a")),
              NearReplica.inZone("east", servers.start("b")),
              NearReplica.inZone("west", servers.start("c")),
              NearReplica.inZone("west", servers.start("d"))),
          printed.out());
    }

    assertThat(printed.text())
        .contains("A reader in east found 300 of 300")
        .contains("A reader in west found 300 of 300")
        .contains("A reader in north found 300 of 300")
        .containsPattern("user:42: east reads from [ab], west from [cd], north from [abcd]");
  }
}
