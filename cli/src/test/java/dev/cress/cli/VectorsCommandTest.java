package dev.cress.cli;

import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class VectorsCommandTest {

  private static final Path GOLDEN =
      Path.of("../core/src/test/resources/dev/cress/selector/placements.tsv");

  @TempDir private Path folder;

  /** The first block of the golden file, without the empty key. */
  private static List<String> goldenBlock() throws IOException {
    List<String> block = new ArrayList<>();
    for (String line : Files.readAllLines(GOLDEN)) {
      if (line.startsWith("@placement") && !block.isEmpty()) {
        return block;
      } else if (!line.startsWith("#") && !line.startsWith("\t")) {
        block.add(line);
      }
    }
    throw new IllegalStateException(GOLDEN + " has one block only");
  }

  @Test
  void printsRowsAsInTheGoldenFile() throws Exception {
    List<String> block = goldenBlock();
    ByteArrayOutputStream keys = new ByteArrayOutputStream();
    for (String line : block.subList(1, block.size())) {
      keys.writeBytes(HexFormat.of().parseHex(line.substring(0, line.indexOf('\t'))));
      keys.write('\n');
    }
    Path file = Files.write(folder.resolve("keys"), keys.toByteArray());

    Run run =
        cress("vectors", "--nodes=a=h:1, b=h:2, c=h:3", "--selector=rendezvous", "--keys=" + file);

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().filter(line -> !line.startsWith("#")))
        .hasSizeGreaterThan(20)
        .isEqualTo(block);
  }

  @Test
  void withoutAChoiceAllOwnSelectorsPlaceTheUsualKeys() throws Exception {
    JsonNode all = Run.json("vectors", "--nodes", THREE, "--json").get("placements");

    assertThat(all).hasSize(SelectorNames.own().size());
    for (JsonNode placement : all) {
      assertThat(placement.get("keys")).hasSize(110);
      assertThat(placement.get("keys").get(0).get("key").asText()).isEmpty();
      assertThat(placement.get("keys").get(0).get("nodes")).hasSize(3);
    }
  }

  @Test
  void selectorsThatRefuseTheWeightsAreLeftOut() throws Exception {
    Run run = cress("vectors", "--nodes", "a=h:1;weight=2,b=h:2", "--replicas", "1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("# left out: weights must be equal for modulo-1 but were 2.0 and 1.0")
        .contains("@placement\trendezvous-1\tREDIS\ta=h:1;weight=2, b=h:2\t")
        .doesNotContain("@placement\tmodulo");
    JsonNode json = Run.json("vectors", "--nodes", "a=h:1;weight=2,b=h:2", "--json");
    assertThat(json.get("notes").toString())
        .contains("left out: weights must be equal for modulo-1 but were 2.0 and 1.0");
  }

  /** The empty key has the hash 0, and so has the empty tag. */
  @Test
  void keysWithoutAnOwnerAreLeftOut() throws Exception {
    String[] command = {"vectors", "--nodes", THREE, "--selector=phpredis-array-algorithm-crc32b"};

    assertThat(cress(command).out())
        .contains("# left out: key '7b7d61': selector phpredis-array-algorithm-crc32b has no owner")
        .doesNotContain("\n7b7d61\t");
    JsonNode json = Run.json(command[0], command[1], command[2], command[3], "--json");
    assertThat(json.get("notes")).hasSize(2);
    assertThat(json.get("placements").get(0).get("keys")).hasSize(108);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void keysFromAPipeAreReadForEachSelector() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "printf 'a\\nb\\n' > \"$0\"", pipe.toString()).start();

    JsonNode json =
        Run.json(
            "vectors",
            "--nodes=" + THREE,
            "--selector=ring",
            "--selector=jump",
            "--keys=" + pipe,
            "--json");

    assertThat(writer.waitFor()).isZero();
    for (JsonNode placement : json.get("placements")) {
      assertThat(placement.get("keys")).hasSize(2);
    }
  }

  @Test
  void aFileWithoutKeysFailsWithoutOutput() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));

    cress("vectors", "--nodes", THREE, "--keys", "nowhere")
        .assertFailed(1, "there is no file 'nowhere'");
    cress("vectors", "--nodes", THREE, "--keys", empty.toString())
        .assertFailed(1, "has no key; write one key a line");
    cress("vectors", "--nodes", THREE, "--json", "--keys", empty.toString())
        .assertFailed(1, "has no key; write one key a line");
  }

  /** The head of a placement is longer than any buffer on its way. */
  @Test
  void aFileWithoutKeysFailsWithoutOutputForManyNodesToo() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));
    String nodes =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "node-" + i + "=host-" + i + ":1")
            .collect(Collectors.joining(","));

    for (String format : List.of("--json=true", "--json=false")) {
      cress("vectors", "--nodes", nodes, "--selector=ring:1", format, "--keys=" + empty)
          .assertFailed(1, "has no key; write one key a line");
    }
  }

  @Test
  void aPresetKeepsItsOwnRuleForKeyTags() {
    Run run = cress("vectors", "--nodes", THREE, "--selector", "jedis-sharding-murmur");

    assertThat(run.out()).containsPattern("@placement\tjedis-sharding-murmur-1\\([^\t]*\t-\ta=h1");
    assertThat(run.out().lines()).hasSize(2 + 1 + 110);
  }
}
