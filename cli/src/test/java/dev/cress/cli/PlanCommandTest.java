package dev.cress.cli;

import static dev.cress.cli.Run.FOUR;
import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlanCommandTest {

  @TempDir private Path folder;

  @Test
  void aFourthNodeTakesAQuarter() throws Exception {
    JsonNode plan = Run.json("plan", "--from", THREE, "--to", FOUR, "--json");

    assertThat(plan.get("movedFraction").asDouble()).isCloseTo(0.25, within(0.005));
    assertThat(plan.get("standardError").asDouble()).isBetween(1e-4, 1e-3);
    assertThat(plan.get("exact").asBoolean()).isFalse();
    assertThat(plan.get("minimumFraction").asDouble()).isCloseTo(0.25, within(1e-9));
    assertThat(plan.get("balanceAfter").asDouble()).isCloseTo(1, within(0.01));
    assertThat(plan.get("measuredBy").asText()).isEqualTo("hashes");
    assertThat(plan.get("nodes")).hasSize(4);
    JsonNode d = plan.get("nodes").get(3);
    assertThat(d.get("name").asText()).isEqualTo("d");
    assertThat(d.get("in").asDouble()).isEqualTo(plan.get("movedFraction").asDouble());
    assertThat(plan.get("to").get("nodes").asText()).isEqualTo("a=h1:1, b=h2:1, c=h3:1, d=h4:1");
  }

  @Test
  void oneSelectorCanTakeOverFromAnother() throws Exception {
    JsonNode plan =
        Run.json(
            "plan",
            "--from=" + THREE,
            "--to=" + THREE,
            "--from-selector=modulo",
            "--to-selector=ring:160",
            "--json");

    assertThat(plan.get("movedFraction").asDouble()).isCloseTo(2 / 3.0, within(1e-6));
    assertThat(plan.get("exact").asBoolean()).isTrue();
    assertThat(plan.get("from").get("selector").asText()).isEqualTo("modulo-1");
    assertThat(plan.get("to").get("selector").asText()).isEqualTo("ring-1(pointsPerWeight=160)");
  }

  @Test
  void aFleetOfAnotherClientCanBeTakenOver() throws Exception {
    JsonNode plan =
        Run.json(
            "plan",
            "--from=" + THREE,
            "--to=" + THREE,
            "--from-selector=jedis-sharding-murmur:c,a,b",
            "--to-selector=rendezvous",
            "--json");

    assertThat(plan.get("movedFraction").asDouble()).isCloseTo(2 / 3.0, within(0.01));
    assertThat(plan.get("exact").asBoolean()).isFalse();
    assertThat(plan.get("from").get("selector").asText()).startsWith("jedis-sharding-murmur-1");
  }

  /** Jedis knows nodes by their place in the list: exchanging two exchanges their keys. */
  @Test
  void theOrderOfNodesCountsWhereItCountsForTheClient() throws Exception {
    JsonNode plan =
        Run.json(
            "plan",
            "--from=" + THREE,
            "--to=" + THREE,
            "--from-selector=jedis-sharding-murmur:a,b,c",
            "--to-selector=jedis-sharding-murmur:b,a,c",
            "--json");

    double onTheTwo =
        plan.get("nodes").get(0).get("before").asDouble()
            + plan.get("nodes").get(1).get("before").asDouble();
    assertThat(plan.get("movedFraction").asDouble()).isCloseTo(onTheTwo, within(1e-9));
  }

  @Test
  void printsATableForPeople() {
    Run run = cress("plan", "--from", THREE, "--to", FOUR, "--selector", "modulo");

    assertThat(run.out())
        .contains("75.00% of the keys move (exactly).")
        .contains("True to the weights it would be at least 25.00%.")
        .contains("NODE  ADDRESS     DUE  BEFORE     OUT      IN   AFTER     DUE")
        .contains("d     h4:1      0.00%   0.00%   0.00%  25.00%  25.00%  25.00%");
  }

  @Test
  void givenKeysAreCounted() throws Exception {
    Path file = folder.resolve("keys.txt");
    Files.writeString(file, "user:42\r\n\nuser:0:profile\na");

    JsonNode plan =
        Run.json("plan", "--from", THREE, "--to", THREE, "--keys", file.toString(), "--json");

    assertThat(plan.get("measuredBy").asText()).isEqualTo("keys");
    assertThat(plan.get("keys").asInt()).isEqualTo(3);
    assertThat(plan.get("exact").asBoolean()).isTrue();
    assertThat(plan.get("nodes").get(2).get("before").asDouble()).isEqualTo(1); // all are on c
  }

  @Test
  void keysThatCannotBeReadAreAFailure() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));

    cress("plan", "--from", THREE, "--to", FOUR, "--keys", "nowhere.txt")
        .assertFailed(1, "there is no file 'nowhere.txt'");
    cress("plan", "--from", THREE, "--to", FOUR, "--keys", empty.toString())
        .assertFailed(1, "has no key; write one key a line");
    cress("plan", "--from", THREE, "--to", FOUR, "--keys", "x", "--scan")
        .assertFailed(2, "--keys and --scan exclude each other");
  }

  /** The empty tag has the hash 0, for which that client has no node. */
  @Test
  void keysWithoutAnOwnerAreLeftOutAndToldByTheirLines() throws Exception {
    String file = Files.writeString(folder.resolve("keys"), "a\n\n{}secret\nb\n{}\n").toString();
    String[] command = {
      "plan",
      "--from=" + THREE,
      "--to=" + FOUR,
      "--from-selector=phpredis-array-algorithm-crc32b",
      "--keys=" + file
    };

    assertThat(cress(command).out())
        .contains("Shares of 2 keys.")
        .contains("Left out: 2 keys without an owner, in lines 3, 5; selector phpredis-array-")
        .doesNotContain("secret");
    JsonNode plan = Run.json(Stream.concat(Stream.of(command), Stream.of("--json")));
    assertThat(plan.get("keys").asInt()).isEqualTo(2);
    assertThat(plan.get("keysWithoutOwner").asInt()).isEqualTo(2);
    assertThat(plan.get("linesWithoutOwner").toString()).isEqualTo("[3,5]");

    Files.writeString(folder.resolve("keys"), "{}secret\n".repeat(12));
    Run run = cress(command);
    run.assertFailed(1, "no key of the file '" + file + "' has an owner: selector phpredis-array");
    assertThat(run.err()).doesNotContain("secret");

    Files.writeString(folder.resolve("keys"), "{}\n".repeat(12) + "a\n");
    assertThat(cress(command).out()).contains("in lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …;");
    cress("distribution", "--nodes=" + THREE, command[3].replace("from-", ""), "--keys=" + file)
        .assertPrinted("Left out: 12 keys without an owner, in lines 1, 2,");
  }

  @Test
  void optionsThatWouldHaveNoEffectAreRefused() {
    for (String option :
        List.of("--samples=9", "--database=0", "--tls", "--user=u", "--password-file=f")) {
      cress("plan", "--from", THREE, "--to", FOUR, option)
          .assertFailed(2, option.replaceFirst("=.*", "") + " needs --scan");
    }
    cress(
            "plan",
            "--from=" + THREE,
            "--to=" + FOUR,
            "--selector=ring",
            "--from-selector=modulo",
            "--to-selector=jump")
        .assertFailed(2, "--selector has no effect beside --from-selector and --to-selector");
  }

  @Test
  void aNodeThatDoesNotAnswerAScanIsNamed() {
    cress("plan", "--from", "a=127.0.0.1:1", "--to", THREE, "--scan")
        .assertFailed(
            1, "node a at 127.0.0.1:1 cannot be asked", "refused", "CRESS_REDIS_PASSWORD");
    cress("plan", "--from", THREE, "--to", FOUR, "--scan", "--samples", "0")
        .assertFailed(2, "--samples must be 1 or more but was 0");
    cress("plan", "--from", THREE, "--to", FOUR, "--scan", "--database", "-1")
        .assertFailed(2, "--database must be 0 or more but was -1");
  }
}
