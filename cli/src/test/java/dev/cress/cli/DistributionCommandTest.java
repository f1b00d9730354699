package dev.cress.cli;

import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiments of docs/cli.md. */
final class DistributionCommandTest {

  @TempDir private Path folder;

  @Test
  void fewerPointsSpreadKeysLessEvenly() throws Exception {
    JsonNode result =
        Run.json(
            "distribution", "--nodes", THREE, "--vnodes", "50,5", "--join", "d=h4:1", "--json");

    JsonNode fifty = result.get("distributions").get(0);
    JsonNode five = result.get("distributions").get(1);
    assertThat(fifty.get("selector").asText()).isEqualTo("ring-1(pointsPerWeight=50)");
    assertThat(fifty.get("exact").asBoolean()).isTrue();
    assertThat(five.get("deviation").asDouble()).isGreaterThan(fifty.get("deviation").asDouble());
    assertThat(fifty.get("minimumByJoin").asDouble()).isCloseTo(0.25, within(1e-9));
    assertThat(fifty.get("movedByJoin").asDouble()).isBetween(0.15, 0.35);
    assertThat(five.get("movedByJoin").asDouble())
        .isNotCloseTo(fifty.get("movedByJoin").asDouble(), within(0.001));
  }

  @Test
  void sharesFollowTheWeights() throws Exception {
    JsonNode result =
        Run.json(
            "distribution",
            "--nodes=" + THREE,
            "--weights=a=2,b=1,c=0.5",
            "--weights=a=2,b=1,c=1.5",
            "--json");

    JsonNode light = result.get("distributions").get(0);
    JsonNode heavy = result.get("distributions").get(1);
    assertThat(light.get("shares").get(2).get("share").asDouble())
        .isCloseTo(0.5 / 3.5, within(0.002));
    assertThat(heavy.get("shares").get(2).get("share").asDouble())
        .isCloseTo(1.5 / 4.5, within(0.002));
    double gain = 1.5 / 4.5 - 0.5 / 3.5;
    assertThat(heavy.get("minimumFromPrevious").asDouble()).isCloseTo(gain, within(1e-9));
    assertThat(heavy.get("movedFromPrevious").asDouble()).isCloseTo(gain, within(0.002));
    assertThat(light.has("movedFromPrevious")).isFalse();
  }

  @Test
  void printsATableForEachSetting() {
    Run run = cress("distribution", "--nodes", THREE, "--selector", "modulo");

    assertThat(run.out())
        .isEqualTo(
            """
            modulo-1, nodes: 3, counted

            NODE  WEIGHT     DUE   SHARE  OF DUE
            a          1  33.33%  33.33%   1.000
            b          1  33.33%  33.33%   1.000
            c          1  33.33%  33.33%   1.000

            The fullest node holds 1.000 times its due; standard deviation 0.00%.
            """);
  }

  @Test
  void givenKeysAreCounted() throws Exception {
    Path file = Files.writeString(folder.resolve("keys"), "user:42\na\n");

    JsonNode result =
        Run.json("distribution", "--nodes", THREE, "--keys", file.toString(), "--json");

    assertThat(result.get("keys").asInt()).isEqualTo(2);
    assertThat(result.get("distributions").get(0).get("balance").asDouble())
        .isCloseTo(3, within(1e-9));
  }

  @Test
  void everyNumberIsANumberInJsonWhateverTheWeights() throws Exception {
    String widest = "a=1.7e308,b=1.7e308,c=1e-300";
    String[] command = {"distribution", "--nodes", THREE, "--weights", widest};

    JsonNode result =
        Run.json(
            Stream.of(command, new String[] {"--json"}).flatMap(Stream::of).toArray(String[]::new));

    for (JsonNode share : result.get("distributions").get(0).get("shares")) {
      assertThat(share.get("due").isTextual()).isFalse();
    }
    assertThat(result.toString()).doesNotContain("NaN", "Infinity");
    assertThat(cress(command).out()).doesNotContain("NaN", "Infinity");
  }

  @Test
  void badSettingsAreNamed() {
    cress("distribution", "--nodes", THREE, "--weights", "x=2").assertFailed(2, "'x'", "[a, b, c]");
    cress("distribution", "--nodes", THREE, "--weights", "a=much").assertFailed(2, "\"much\"");
    cress("distribution", "--nodes", THREE, "--weights", "a=2f").assertFailed(2, "\"2f\"");
    cress("distribution", "--nodes", THREE, "--weights", "a=0x1p3").assertFailed(2, "0x1p3");
    cress("distribution", "--nodes", THREE, "--weights", "a=2;b").assertFailed(2, "\"2;b\"");
    cress("distribution", "--nodes", THREE, "--weights", "a=0").assertFailed(2, "0.0");
    cress("distribution", "--nodes", THREE, "--weights", "a=1,a=2").assertFailed(2, "'a'");
    cress("distribution", "--nodes", THREE, "--weights", "2").assertFailed(2, "name=number");
    cress("distribution", "--nodes", THREE, "--weights", "a=1,").assertFailed(2, "but was ''");
    cress("distribution", "--nodes", THREE, "--vnodes", "0").assertFailed(2, "was 0");
    cress("distribution", "--nodes", THREE, "--vnodes", "5", "--selector", "modulo")
        .assertFailed(2, "--vnodes needs --selector ring but was modulo-1");
    cress("distribution", "--nodes", THREE, "--join", "a=h9:1")
        .assertFailed(2, "--join names the node 'a', which is among --nodes already");
  }
}
