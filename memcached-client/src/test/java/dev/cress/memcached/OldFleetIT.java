package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Several servers from before the meta commands. */
final class OldFleetIT {

  @Test
  void theClassicCommandsWorkOnEachAndGetAndTouchIsRefused() throws Exception {
    try (Fleet fleet = Fleet.old(2)) {
      CressMemcachedClient client = fleet.builder().build();
      try {
        for (String name : fleet.names()) {
          String key = Fleet.keyOf(client, name);
          assertThat(client.set(key, 0, "x").get()).isTrue();
          assertThat(client.touch(key, 60).get()).isTrue();
          assertThat(client.get(key)).isEqualTo("x");
          assertThatThrownBy(() -> client.asyncGetAndTouch(key, 60).get())
              .rootCause()
              .hasMessage("node " + name + " runs memcached 1.5.6; mg needs 1.6.10 or newer");
        }
      } finally {
        client.shutdown();
      }
    }
  }
}
