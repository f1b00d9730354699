package dev.cress.cli;

import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodesFileTest {

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("nodes.yaml"), text);
  }

  @Test
  void readsAllThatANodeHas() throws Exception {
    Path file =
        file(
            """
            # our caches
            nodes:
              - name: b
                address: "[::1]:6379"
                weight: 0.5
                zone: eu-1b
              - {name: a, address: 10.0.0.1:6379}
            """);

    JsonNode json = Run.json("owner", "--nodes", file.toString(), "--json", "k");

    assertThat(json.get("nodes").asText())
        .isEqualTo("a=10.0.0.1:6379, b=[::1]:6379;weight=0.5;zone=eu-1b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- {name: b, address: h:2, wieght: 2} | line 3: unknown key 'wieght'; the keys are name,",
        "- {name: b, address: h:2, weight: 0} | line 3: weight must be greater than 0 but was 0.0",
        "- {name: b, address: h:2, weight: -.inf} | line 3: weight must be a number but was"
            + " \"-.inf\"",
        "- {name: b, address: h:2, weight: 2f} | line 3: weight must be a number but was \"2f\"",
        "- {name: b, address: h:2, weight: 0x1p3} | line 3: weight must be a number but was"
            + " \"0x1p3\"",
        "- {name: b, address: h:2, weight: [1]} | nodes.yaml, line 3: expected a text or a number",
        "- {name: a, address: h:2} | line 3: node names must be unique but a was given twice",
        "- {name: b, address: h:1} | line 3: node addresses must be unique but h:1 belongs to both",
        "- {name: b, name: c, address: h:2} | line 3: the key 'name' was given twice",
        "- {name: b} | line 3: the key 'address' is missing",
        "- {name: b, address: h} | line 3: address must be host:port but was \"h\"",
        "- {name: b, address: h:2;weight=3} | line 3: address must be host:port but was"
            + " 'h:2;weight=3'",
        "- {name: 'b;', address: h:2} | line 3: name must have none of = , ; or control",
        "- {name: b, address: h:2, zone: ''} | line 3: zone must have 1 to 255 bytes",
        "- b=h:2 | line 3: expected a map with the keys name, address, weight, zone",
        "- {name: b | this is no YAML",
        "- {name: null, address: h:2} | line 3: expected a text or a number but was 'null'",
        "- {name: ~, address: h:2} | line 3: expected a text or a number but was '~'",
        "- {name: , address: h:2} | line 3: expected a text or a number but was nothing",
        "- {name: b, address: null} | line 3: expected a text or a number but was 'null'",
        "- {name: b, address: h:2, weight: NULL} | line 3: expected a text or a number but was"
            + " 'NULL'",
        "- {name: b, address: h:2, zone: } | line 3: expected a text or a number but was nothing",
        "- null | line 3: expected a map with the keys name, address, weight, zone but was 'null'",
        "- {name: b, address: 'redis://:secret@h:2'} | line 3: address must be host:port but was"
            + " \"***@h:2\"",
      })
  void errorsNameLineAndValue(String entry, String message) throws Exception {
    Path file = file("nodes:\n  - {name: a, address: h:1}\n  " + entry + "\n");

    Run run = cress("owner", "--nodes", file.toString(), "k");

    run.assertFailed(2, message);
    assertThat(run.err()).containsOnlyOnce("nodes.yaml");
  }

  /** A set that is built anew for each node would take minutes. */
  @Test
  @Timeout(20)
  void tenThousandNodesAreReadAtOnce() throws Exception {
    StringBuilder text = new StringBuilder("nodes:\n");
    for (int i = 0; i < 10_000; i++) {
      text.append("  - {name: n%d, address: h%d:1}\n".formatted(i, i));
    }

    Run run = cress("owner", "--nodes", file(text.toString()).toString(), "k");

    assertThat(run.exitCode()).isZero();
  }

  @Test
  void aTextMayReadNullInQuotes() throws Exception {
    Path file = file("nodes: [{name: 'null', address: h:1}]");

    assertThat(Run.json("owner", "--nodes", file.toString(), "--json", "k").get("nodes").asText())
        .isEqualTo("null=h:1");
  }

  @Test
  void aFileThatIsNotUtf8IsRefused() throws Exception {
    Path file = Files.write(folder.resolve("nodes.yaml"), new byte[] {-1, -2});

    cress("owner", "--nodes", file.toString(), "k").assertFailed(2, "this is no text in UTF-8");
  }

  @Test
  void deepNestingIsRefusedInOneLine() throws Exception {
    Path file = file("nodes: " + "[".repeat(50_000));

    cress("owner", "--nodes", file.toString(), "k").assertFailed(2, "nested too deeply");
  }

  @Test
  void aDirectoryIsNoFile() {
    cress("owner", "--nodes", folder.toString(), "k")
        .assertFailed(2, "'" + folder + "' is a directory");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPipeCanBeRead() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder(
                "sh", "-c", "echo 'nodes: [{name: a, address: \"h:1\"}]' > \"$0\"", pipe.toString())
            .start();

    JsonNode json = Run.json("owner", "--nodes", pipe.toString(), "--json", "k");

    assertThat(json.get("nodes").asText()).isEqualTo("a=h:1");
    assertThat(writer.waitFor()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node: [] | line 1: unknown key 'node'; the keys are nodes, selector",
        "nodes: 3 | line 1: expected a list but was '3'",
        "nodes: | line 1: expected a list but was nothing",
        "'null: 1' | line 1: expected a text or a number but was 'null'",
        "nodes: [] | there must be at least one node",
        "'# nothing' | is empty",
        "'nodes: []¶---¶nodes: []' | line 2: this is no YAML: expected a single document in the"
            + " stream but found another document",
        "'{}' | line 1: the key 'nodes' is missing",
        "'nodes: [!!java.net.URL [\"http://127.0.0.1\"]]' | line 1: expected a map",
      })
  void aFileOfAnotherShapeIsRefused(String text, String message) throws Exception {
    cress("owner", "--nodes", file(text.replace('¶', '\n') + "\n").toString(), "k")
        .assertFailed(2, message);
  }
}
