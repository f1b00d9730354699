package dev.cress.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpringCacheIT {

  @Test
  void aBeanUsesTheSharedConnection() {
    Printed printed = new Printed();
    try (ExampleServers servers = new ExampleServers()) {
      String nodes = "a=" + servers.start("a").address() + ", b=" + servers.start("b").address();

      SpringCache.run(nodes, printed.out());
    }

    assertThat(printed.text().lines().toList())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("Hello Ada, time 1, says node "),
            second -> assertThat(second).startsWith("Hello Ada, time 2, says node "));
  }
}
