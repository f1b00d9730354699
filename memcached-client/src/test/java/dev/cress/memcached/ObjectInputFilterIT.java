package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.CressException;
import java.io.ObjectInputFilter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.spy.memcached.transcoders.SerializingTranscoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A filter of classes costs the reads that it rejects, and nothing else. */
final class ObjectInputFilterIT {

  private static final BigDecimal REJECTED = new BigDecimal("1.5");

  private Fleet fleet;
  private CressMemcachedClient client;

  @BeforeEach
  void connect() throws Exception {
    fleet = new Fleet(1);
    client =
        fleet
            .builder()
            .objectInputFilter(ObjectInputFilter.Config.createFilter("java.util.*;java.lang.*;!*"))
            .build();
    client.set("rejected", 0, REJECTED).get();
    client.set("allowed", 0, new ArrayList<>(List.of("a", "b"))).get();
    client.set("text", 0, "text").get();
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  @Test
  void everyReadOfARejectedClassFailsAndNoOther() throws Exception {
    for (Callable<?> read :
        List.<Callable<?>>of(
            () -> client.get("rejected"),
            () -> client.asyncGet("rejected").get(),
            () -> client.gets("rejected"),
            () -> client.getAndTouch("rejected", 0),
            () -> client.getBulk("rejected", "text"))) {
      assertThatThrownBy(read::call)
          .hasRootCauseInstanceOf(CressException.class)
          .hasRootCauseMessage("the object input filter rejects java.math.BigDecimal");
      assertThat(client.getBulk("allowed", "text"))
          .isEqualTo(Map.of("allowed", List.of("a", "b"), "text", "text"));
    }
    assertThat(fleet.proxy("a").connections()).isOne();
  }

  @Test
  void aTranscoderOfACallIsNotFilteredAndTheValueIsStillThere() {
    assertThat(client.get("rejected", new SerializingTranscoder())).isEqualTo(REJECTED);
    assertThat(fleet.on("a").get("rejected")).isEqualTo(REJECTED);
  }
}
