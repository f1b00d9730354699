package dev.cress.cli;

import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Owners are those of the golden rows in core. */
final class OwnerCommandTest {

  @Test
  void printsOwnersAligned() {
    Run run = cress("owner", "--nodes", THREE, "user:42", "a");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            KEY      OWNER  ADDRESS
            user:42  c      h3:1
            a        c      h3:1
            """);
  }

  @Test
  void printsReplicaSetsInOrder() throws Exception {
    JsonNode json = Run.json("owner", "--nodes", THREE, "--replicas", "3", "--json", "n3");

    assertThat(json.get("selector").asText()).isEqualTo("rendezvous-1");
    assertThat(json.get("fingerprint").asText()).isEqualTo("a55e306e2d374ab0");
    JsonNode key = json.get("keys").get(0);
    assertThat(key.get("owner").asText()).isEqualTo("a");
    assertThat(key.get("replicas").toString()).isEqualTo("[\"a\",\"c\",\"b\"]");
    assertThat(cress("owner", "--nodes", THREE, "--replicas", "3", "n3").out())
        .contains("n3   a      h1:1     c b");
  }

  @Test
  void anImpossibleNumberOfReplicasIsNamed() {
    for (String number : List.of("0", "4")) {
      String message = "--replicas must be between 1 and the number of nodes, 3, but was " + number;
      cress("owner", "--nodes", THREE, "--replicas", number, "k").assertFailed(2, message);
      cress("vectors", "--nodes", THREE, "--replicas", number).assertFailed(2, message);
    }
  }

  /** What Java makes of an argument of other bytes. */
  @Test
  void aKeyThatWasNoTextIsRefused() {
    cress("owner", "--nodes", THREE, "a\ufffd").assertFailed(2, "UTF-8", "key 1", "vectors --keys");
  }

  @Test
  void aKeyWithoutAnOwnerIsNamedByItsPlace() {
    Run run =
        cress("owner", "--nodes", THREE, "--selector=phpredis-array-algorithm-crc32b", "a", "{}b");

    run.assertFailed(1, "cress: key 2: selector phpredis-array-algorithm-crc32b has no owner");
    assertThat(run.err()).doesNotContain("{}b");
  }

  @Test
  void aHashTagCountsUnlessItIsTurnedOff() throws Exception {
    JsonNode tagged = Run.json("owner", "--nodes", THREE, "--json", "{user:42}:1", "user:42");
    JsonNode plain = Run.json("owner", "--nodes", THREE, "--hash-tag", "none", "--json", "k");

    assertThat(tagged.get("keys").get(0).get("owner"))
        .isEqualTo(tagged.get("keys").get(1).get("owner"));
    assertThat(plain.get("fingerprint")).isNotEqualTo(tagged.get("fingerprint"));
  }

  @Test
  void keysMayLookLikeOptionsOrHoldControlCharacters() {
    Run run = cress("owner", "--nodes", THREE, "--", "--json", "@file", "a\tb\u001b[31m");

    assertThat(run.out()).contains("--json  ", "@file  ", "a\\u0009b\\u001b[31m");
  }
}
