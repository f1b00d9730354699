package dev.cress.cli;

import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of clients on the command line and in files, up to the golden rows of these clients. */
final class ClientOptionsTest {

  private static final Path VECTORS =
      Path.of("../core/src/test/resources/dev/cress/selector/vectors");

  @TempDir private Path folder;

  /** One block of a file of vectors, without the keys that no line can hold. */
  private record Golden(JsonNode nodes, List<String> rows) {

    /** Reads the block whose head has all of these words. */
    static Golden read(String file, String... words) throws IOException {
      List<String> rows = new ArrayList<>();
      @Nullable JsonNode nodes = null;
      for (String line : Files.readAllLines(VECTORS.resolve(file + ".tsv"))) {
        if (line.startsWith("@config")) {
          boolean wanted = nodes == null && List.of(words).stream().allMatch(line::contains);
          if (nodes != null) {
            break;
          }
          nodes = wanted ? new ObjectMapper().readTree(line.split("\t", -1)[3]).get("nodes") : null;
        } else if (nodes != null && canBeALine(HexFormat.of().parseHex(hex(line)))) {
          rows.add(line);
        }
      }
      assertThat(rows).as(file).hasSizeGreaterThan(100);
      return new Golden(Objects.requireNonNull(nodes), rows);
    }

    private static String hex(String row) {
      return row.substring(0, row.indexOf('\t'));
    }

    private static boolean canBeALine(byte[] key) {
      for (byte b : key) {
        if (b == '\n' || b == '\r') {
          return false;
        }
      }
      return key.length > 0;
    }

    byte[] keys() {
      ByteArrayOutputStream keys = new ByteArrayOutputStream();
      for (String row : rows) {
        keys.writeBytes(HexFormat.of().parseHex(hex(row)));
        keys.write('\n');
      }
      return keys.toByteArray();
    }

    /** Nodes as text; one without a name is named by its address. */
    String text() {
      List<String> texts = new ArrayList<>();
      for (JsonNode node : nodes) {
        String address = node.get("host").asText() + ":" + node.get("port").asText();
        texts.add(
            (node.has("name") ? node.get("name").asText() : address)
                + "="
                + address
                + (node.has("weight") ? ";weight=" + node.get("weight").asText() : ""));
      }
      return String.join(",", texts);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "dalli ! dalli-ring ! \"namespace\":\"app1\" ! dalli-ring;namespace=app1",
        "twemproxy ! twemproxy-ketama-murmur ! \"hash_tag\":\"$$\" !"
            + " twemproxy-ketama-murmur;hash_tag=$$",
        "twemproxy ! twemproxy-modula-murmur ! \"hash_tag\":\"{}\" !"
            + " twemproxy-modula-murmur;hash_tag={}",
        "twemproxy ! twemproxy-ketama-crc32\t ! \"hash_tag\":\"{}\" !"
            + " twemproxy-ketama-crc32;unsafe=true;hash_tag={}",
        "folsom ! folsom-continuum ! \"vnodes\":37 ! folsom-continuum;vnodes=37",
      })
  void aSelectorWithOptionsKeepsKeysWhereTheClientDoes(
      String file, String preset, String option, String selector) throws Exception {
    Golden golden = Golden.read(file, preset, option);
    Path keys = Files.write(folder.resolve("keys"), golden.keys());

    Run run =
        cress(
            "vectors",
            "--nodes=" + golden.text(),
            "--selector=" + selector,
            "--keys=" + keys,
            "--replicas=1");

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().filter(line -> !line.matches("[#@].*"))).isEqualTo(golden.rows());
  }

  /** The client calls its nodes by URL; the database is a part of that. */
  @Test
  void aFileNamesASelectorWithOptions() throws Exception {
    Golden golden = Golden.read("redis-rb4-distributed", "\"db\":3");
    Path keys = Files.write(folder.resolve("keys"), golden.keys());
    StringBuilder yaml = new StringBuilder("selector:\n  preset: redis-rb4-distributed\n");
    yaml.append("  order: [%s]\n  db: 3\nnodes:\n".formatted(quoted(golden.nodes())));
    for (JsonNode node : golden.nodes()) {
      String address = node.get("host").asText() + ":" + node.get("port").asText();
      yaml.append("  - {name: '%s', address: '%s'}\n".formatted(address, address));
    }
    Path file = Files.writeString(folder.resolve("fleet.yaml"), yaml);

    Run run = cress("vectors", "--nodes=" + file, "--keys=" + keys, "--replicas=1");

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().filter(line -> !line.matches("[#@].*")))
        .isEqualTo(
            golden.rows().stream()
                .map(row -> row.replace("redis://", "").replaceFirst("/3$", ""))
                .toList());
  }

  private static String quoted(JsonNode nodes) {
    List<String> names = new ArrayList<>();
    for (JsonNode node : nodes) {
      names.add("'" + node.get("host").asText() + ":" + node.get("port").asText() + "'");
    }
    return String.join(", ", names);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "dalli-ring;ns=x ! option of dalli-ring must be one of [namespace] but was ns",
        "dalli-ring;namespace= ! option namespace of dalli-ring: must not be empty but was ''",
        "dalli-ring;namespace=a;namespace=b ! the option 'namespace' was given twice",
        "dalli-ring; ! options follow dalli-ring as ;name=value but were ''",
        "jedis-sharding-md5:a;x=1 ! option of jedis-sharding-md5 must be none but was x",
        "ring;points=3 ! only presets have options but 'ring' was given 'points'",
        "nothing;x=1 ! there is no selector 'nothing'",
        "twemproxy-ketama-crc32 ! set unsafe=true",
      })
  void whatAClientDoesNotHaveIsRefused(String selector, String message) {
    cress("owner", "--nodes", THREE, "--selector", selector, "k").assertFailed(2, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "selector: {preset: dalli-ring, ns: x} ! line 2: unknown key 'ns'; the keys are preset,"
            + " order, namespace",
        "selector: {preset: evcache-ketama,¶  bucket.size: 400,¶  hash.delimiter: '|'} ! line 4:"
            + " option hash.delimiter of evcache-ketama: has no effect without",
        "selector: {preset: evcache-ketama,¶  bucket.size: 3,¶  hash.on.partial.key: true} ! line"
            + " 3: option bucket.size of evcache-ketama: bucketSize must be between",
        "selector: {preset: dalli-ring,¶  namespace: null} ! line 3: expected a text or a number"
            + " but was 'null'",
        "selector: {preset: dalli-ring,¶  order: [a, a]} ! line 3: order must name each node once",
        "selector: {preset: ring} ! line 2: there is no preset 'ring'; the selector of that name is"
            + " written selector: ring",
        "selector: {preset: dali} ! line 2: there is no selector 'dali'",
        "selector: {order: [a]} ! line 2: the key 'preset' is missing",
        "selector: [ring] ! line 2: expected a map with the keys preset, order",
        "selector: ! line 2: expected a map with the keys preset, order but was nothing",
        "selector: ring:0 ! line 2: pointsPerWeight must be between 1 and 65536 but was 0",
      })
  void errorsInAFileNameLineAndValue(String selector, String message) throws Exception {
    String text = "nodes: [{name: a, address: h:1}]\n" + selector.replace('¶', '\n') + "\n";
    Path file = Files.writeString(folder.resolve("fleet.yaml"), text);

    cress("owner", "--nodes", file.toString(), "k").assertFailed(2, "fleet.yaml, " + message);
  }

  @Test
  void theCommandLineCountsBeforeTheFile() throws Exception {
    String nodes = "nodes: [{name: a, address: h:1}, {name: b, address: h:2}]\nselector: ";
    String modulo = Files.writeString(folder.resolve("m.yaml"), nodes + "modulo\n").toString();
    String ring = Files.writeString(folder.resolve("r.yaml"), nodes + "'ring:9'\n").toString();

    JsonNode own = Run.json("plan", "--from", modulo, "--to", ring, "--json");
    JsonNode given = Run.json("plan", "--from", modulo, "--to", ring, "--selector=jump", "--json");
    JsonNode left =
        Run.json("plan", "--from", modulo, "--to", ring, "--to-selector=jump", "--json");

    assertThat(own.get("from").get("selector").asText()).isEqualTo("modulo-1");
    assertThat(own.get("to").get("selector").asText()).isEqualTo("ring-1(pointsPerWeight=9)");
    assertThat(given.get("from").get("selector").asText()).isEqualTo("jump-1");
    assertThat(given.get("to").get("selector").asText()).isEqualTo("jump-1");
    assertThat(left.get("from").get("selector").asText()).isEqualTo("modulo-1");
    assertThat(left.get("to").get("selector").asText()).isEqualTo("jump-1");
    assertThat(cress("distribution", "--nodes", modulo).out()).startsWith("modulo-1, ");
    assertThat(cress("vectors", "--nodes", modulo).out()).containsOnlyOnce("@placement\tmodulo-1");
    cress("distribution", "--nodes", modulo, "--vnodes=5")
        .assertFailed(2, "--vnodes needs --selector ring but was modulo-1");
    cress("distribution", "--nodes", "c=h:3", "--join", modulo)
        .assertFailed(2, "the selector in the file of --join has no effect");
  }
}
