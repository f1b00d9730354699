package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Presets keep every key where the client itself was seen to keep it. */
final class PresetVectorsTest {

  private static final Map<String, Integer> ROWS_OF_FILES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("dalli.tsv", 801),
              Map.entry("evcache.tsv", 588),
              Map.entry("folsom.tsv", 588),
              Map.entry("goredis-ring.tsv", 688),
              Map.entry("jedis3-shardedjedis.tsv", 1428),
              Map.entry("jedis6-sharding.tsv", 1914),
              Map.entry("legacy-memcached-clients.tsv", 2493),
              Map.entry("npm-hashring-memcached.tsv", 3040),
              Map.entry("php-memcached.tsv", 4116),
              Map.entry("phpredis-redisarray.tsv", 2914),
              Map.entry("predis.tsv", 1376),
              Map.entry("pylibmc.tsv", 3969),
              Map.entry("pymemcache.tsv", 749),
              Map.entry("redis-rb4-distributed.tsv", 957),
              Map.entry("redis-rb5-distributed.tsv", 643),
              Map.entry("rendezvous-ties.tsv", 60),
              Map.entry("ring-collisions.tsv", 768),
              Map.entry("rounding-edges.tsv", 5520),
              Map.entry("twemproxy.tsv", 6708),
              Map.entry("xmemcached.tsv", 4557)));

  @ParameterizedTest
  @MethodSource("blocks")
  void everyKeyIsWhereTheClientKeepsIt(VectorBlock block) {
    VectorSetup setup = new VectorSetup(block);

    Placement placement = setup.preset().place(NodeSet.of(setup.nodes()), HashTag.REDIS);

    assertThat(block.rows()).isNotEmpty();
    for (String row : block.rows()) {
      int tab = row.indexOf('\t');
      byte[] key = HexFormat.of().parseHex(row, 0, tab);
      assertThat(row.substring(0, tab) + '\t' + setup.label(placement.owner(key))).isEqualTo(row);
    }
  }

  @Test
  void noRowIsLeftOut() {
    Map<String, Integer> rows = new TreeMap<>();
    blocks().forEach(block -> rows.merge(block.file(), block.rows().size(), Integer::sum));

    assertThat(rows).isEqualTo(ROWS_OF_FILES);
    assertThat(rows.values().stream().mapToInt(i -> i).sum()).isEqualTo(43_877);
    assertThat(blocks()).hasSize(286);
  }

  /** {@link KetamaVectorsTest} reads the one file of another form. */
  @Test
  void noFileIsLeftOut() throws Exception {
    Path directory =
        Path.of(Objects.requireNonNull(PresetVectorsTest.class.getResource("vectors")).toURI());
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".tsv")))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(ROWS_OF_FILES.keySet().stream(), Stream.of("ketama.tsv")).toList());
    }
  }

  /** A preset with a name must be one that a client was seen with, or be like one that was. */
  @Test
  void everyPresetOfTheVectorsHasItsName() {
    List<String> names = blocks().map(VectorBlock::preset).distinct().toList();

    assertThat(names).hasSize(112);
    for (String name : names) {
      assertThat(Presets.names().contains(name) || Presets.unsafeNames().contains(name))
          .as(name)
          .isTrue();
    }
  }

  static Stream<VectorBlock> blocks() {
    return ROWS_OF_FILES.keySet().stream().flatMap(file -> VectorBlock.of(file).stream());
  }
}
