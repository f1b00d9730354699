package dev.cress.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a run of the demo must show, whatever the servers are. */
abstract class DemoContract {

  /** Whether the servers are memcached, else they are Redis. */
  abstract boolean isMemcached();

  @Test
  void cressMakesNoMistakeWhileModuloLosesMostKeys() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    Result result = Demo.run(new Settings(isMemcached(), 4_000, Duration.ofSeconds(2), false), out);

    JsonNode json = new ObjectMapper().readTree(result.json());
    String log = printed.toString(StandardCharsets.UTF_8);
    assertThat(json.get("wrongAnswers").asLong()).as(log).isZero();
    assertThat(json.get("ttlErrors").asLong()).as(log).isZero();
    assertThat(json.get("hitRate").get("cress").asDouble()).as(log).isEqualTo(1.0);
    assertThat(json.get("hitRate").get("rendezvous").asDouble()).as(log).isLessThan(0.995);
    assertThat(json.get("hitRate").get("modulo").asDouble()).as(log).isLessThan(0.95);
    assertThat(json.get("nodes").toString()).isEqualTo("[3,4,3]");
    assertThat(json.get("keys").asInt()).isEqualTo(4_000);
    assertThat(json.get("minimumFraction").asDouble()).isEqualTo(0.25);
    /* 4,000 keys draw their owners: a standard deviation of 0.007; five of them. */
    assertThat(json.get("movedFraction").asDouble()).isBetween(0.215, 0.285);
    assertThat(json.get("servers").asText()).isIn("docker", "local", "embedded");
    assertThat(result.isPerfect()).isTrue();
    assertThat(result.counts())
        .hasEntrySatisfying(
            "modulo", counts -> assertThat(counts.wrongAnswers()).as(log).isPositive());
  }
}
