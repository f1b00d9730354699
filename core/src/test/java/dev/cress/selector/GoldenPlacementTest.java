package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results of released versions never change: a key's owner is where its data is. */
final class GoldenPlacementTest {

  private static final List<Selector> SELECTORS =
      List.of(
          Selectors.rendezvous(),
          Selectors.rendezvousTable(),
          Selectors.rendezvousTable(20),
          Selectors.ring(),
          Selectors.maglev(),
          Selectors.jump(),
          Selectors.jumpBack(),
          Selectors.modulo(),
          Selectors.withKeyHash(Selectors.rendezvous(), HashFunctions.xxh64()));

  @ParameterizedTest
  @MethodSource("blocks")
  void ownersAndFingerprintsAreThoseOfTheVectors(List<String> block) {
    String[] head = block.get(0).split("\t", -1);
    Placement placement = selector(head[1]).place(NodeSet.parse(head[3]), HashTag.valueOf(head[2]));

    for (String line : block.subList(1, block.size())) {
      String[] parts = line.split("\t", -1);
      List<Node> replicas = placement.replicas(HexFormat.of().parseHex(parts[0]), parts.length - 1);

      assertThat(String.join("\t", replicas.stream().map(Node::name).toList()))
          .as("nodes of the key %s", parts[0])
          .isEqualTo(line.substring(parts[0].length() + 1));
    }
    assertThat(HexFormat.of().toHexDigits(placement.fingerprint())).isEqualTo(head[4]);
  }

  private static Selector selector(String id) {
    return SELECTORS.stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  static Stream<List<String>> blocks() throws IOException {
    List<List<String>> blocks = new ArrayList<>();
    for (String line : text().lines().filter(l -> !l.startsWith("#")).toList()) {
      if (line.startsWith("@placement")) {
        blocks.add(new ArrayList<>());
      }
      blocks.get(blocks.size() - 1).add(line);
    }
    assertThat(blocks).hasSize(20);
    return blocks.stream();
  }

  private static String text() throws IOException {
    try (InputStream in = GoldenPlacementTest.class.getResourceAsStream("placements.tsv")) {
      return new String(
          Objects.requireNonNull(in, "placements.tsv").readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
