package dev.cress.cli;

import static dev.cress.cli.Run.FOUR;
import static dev.cress.cli.Run.THREE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Half a million keys, which would not fit into the heap of the program that reads them. */
final class KeyFileTest {

  private static final int KEYS = 500_000;

  @TempDir private static Path folder;

  private static Path keys = Path.of("");

  @BeforeAll
  static void write() throws IOException {
    keys = folder.resolve("keys");
    try (Writer out = Files.newBufferedWriter(keys)) {
      for (int i = 0; i < KEYS; i++) {
        out.write("user:" + i + ":profile\n");
      }
    }
  }

  @AfterAll
  static void remove() throws IOException {
    Files.delete(keys);
  }

  /** Runs the program with a heap of 16 MiB; its output goes to a file, which is returned. */
  private static Path run(Path input, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx16m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.cress.cli.Cress"));
    command.addAll(List.of(args));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(input.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    return out;
  }

  @Test
  void aPlanHoldsNoKeys() throws Exception {
    Path out =
        run(
            keys,
            "plan",
            "--from=" + THREE,
            "--to=" + FOUR,
            "--selector=modulo",
            "--keys=-",
            "--json");

    JsonNode small = new ObjectMapper().readTree(Files.readString(out));
    JsonNode same =
        Run.json(
            "plan",
            "--from=" + THREE,
            "--to=" + FOUR,
            "--selector=modulo",
            "--keys=" + keys,
            "--json");
    assertThat(small.get("keys").asInt()).isEqualTo(KEYS);
    assertThat(small).isEqualTo(same);
  }

  @Test
  void aDistributionHoldsNoKeys() throws Exception {
    Path out =
        run(
            keys,
            "distribution",
            "--nodes=" + THREE,
            "--vnodes=50,5",
            "--join=d=h4:1",
            "--keys=" + keys,
            "--json");

    JsonNode result = new ObjectMapper().readTree(Files.readString(out));
    assertThat(result.get("keys").asInt()).isEqualTo(KEYS);
    assertThat(result.get("distributions")).hasSize(2);
    assertThat(result.get("distributions").get(1).get("movedFromPrevious").asDouble())
        .isGreaterThan(0.1);
  }

  /** The keys of the standard input are read once more for the second selector. */
  @Test
  void vectorsHoldNoRows() throws Exception {
    Path out =
        run(
            keys,
            "vectors",
            "--nodes=" + THREE,
            "--selector=modulo",
            "--selector=jump",
            "--replicas=1",
            "--keys=-",
            "--json");

    assertThat(Files.size(out)).isGreaterThan(2L * KEYS * 50);
  }
}
