package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients' own test facts, and what spymemcached 2.12.3 answered. */
final class KetamaVectorsTest {

  private static final Pattern SERVER =
      Pattern.compile("(?<host>[^(:]+)(\\((?<ip>[^)]+)\\))?:(?<port>\\d+)(:(?<weight>\\d+))?");

  /** Rows with the same algorithm, format and servers. */
  record Group(String algorithm, String format, String servers, List<String[]> rows) {
    @Override
    public String toString() {
      return algorithm + " " + format + " " + servers;
    }
  }

  @ParameterizedTest
  @MethodSource("placements")
  void everyKeyIsWhereTheClientKeepsIt(Group group) {
    List<Node> nodes = nodes(group);
    Placement placement =
        preset(group).order(nodes.stream().map(Node::name).toList()).place(NodeSet.of(nodes));

    for (String[] row : group.rows()) {
      byte[] key = row[4].getBytes(StandardCharsets.UTF_8);
      String[] expected = row[5].split("\\|", -1);
      Node owner = placement.owner(key);

      assertThat(label(owner, group)).as("owner of %s", row[4]).isEqualTo(expected[0]);
      for (int i = 1; i < expected.length; i++) {
        assertThat(fact(expected[i], key, nodes)).as(row[4]).isEqualTo(expected[i]);
      }
    }
  }

  /** A node without a name is called by its address, one with a name by that and its port. */
  private static String label(Node node, Group group) {
    boolean whole = group.format().equals("node-key") || node.name().equals(node.address());
    return whole ? node.name() : node.name() + ":" + node.port();
  }

  /** The hash of a key, or the point of libmemcached's ring at which it was found. */
  private static String fact(String expected, byte[] key, List<Node> nodes) {
    long hash = HashFunctions.md5().of(key, 0, key.length);
    if (expected.startsWith("hash=")) {
      return "hash=" + hash;
    }
    double total = nodes.stream().mapToDouble(Node::weight).sum();
    long nearest = Long.MAX_VALUE;
    for (Node node : nodes) {
      int count = (int) PointCounts.floatShare().of(node.weight(), total, nodes.size());
      String identity = NodeIdentities.addressWithout(11211).of(node, 0);
      for (long point : PointHashes.md5().of(identity, count)) {
        nearest = point >= hash ? Math.min(nearest, point) : nearest;
      }
    }
    return "point=" + nearest;
  }

  @ParameterizedTest
  @MethodSource("hashes")
  void hashesAreThoseOfTheClient(Group group) {
    for (String[] row : group.rows()) {
      byte[] key = row[4].getBytes(StandardCharsets.UTF_8);

      assertThat(hash(group.algorithm(), key)).as(row[4]).isEqualTo(Long.parseLong(row[5]));
    }
  }

  private static long hash(String algorithm, byte[] key) {
    if (algorithm.equals("murmur3_32-seed10")) {
      return Integer.toUnsignedLong(Hashing.murmur3_32(10).hashBytesToInt(key));
    }
    HashFunction function =
        algorithm.equals("crc32a") ? HashFunctions.crc32() : HashFunctions.murmur3();
    return function.of(key, 0, key.length);
  }

  @Test
  void noRowIsLeftOut() {
    int placed = placements().mapToInt(group -> group.rows().size()).sum();
    int hashed = hashes().mapToInt(group -> group.rows().size()).sum();

    assertThat(placed).isEqualTo(4_070);
    assertThat(hashed).isEqualTo(6);
    assertThat(VectorBlock.lines("ketama.tsv")).hasSize(2 + placed + hashed);
  }

  private static Preset preset(Group group) {
    String key = group.algorithm() + " " + group.format();
    return switch (key) {
      case "ketama-md5-160 spymemcached" -> Presets.spymemcachedKetama();
      case "ketama-md5-160 libmemcached" -> Presets.spymemcachedKetamaLibmemcached();
      case "fnv1a32-160 spymemcached" -> Selectors.preset("spymemcached-ketama-fnv1a32");
      case "ketama-md5-weighted(100,200,300) libmemcached" ->
          Selectors.preset("spymemcached-ketama-libmemcached-weighted");
      case "ketama-md5-weighted libmemcached" -> Presets.libmemcachedKetama();
      case "ketama-md5-weighted libmemcached-spy" ->
          Presets.libmemcachedKetama().toBuilder().identity(NodeIdentities.slashAddress()).build();
      case "arraymod-native(String.hashCode) index" -> Presets.spymemcachedModulo();
      case "arraymod-crc index" -> Selectors.preset("spymemcached-modulo-crc");
      case "rendezvous-murmur3_32-seed0 node-key" ->
          Presets.pymemcache().toBuilder().identity(NodeIdentities.name()).build();
      default -> throw new IllegalArgumentException(key);
    };
  }

  private static List<Node> nodes(Group group) {
    List<Node> nodes = new ArrayList<>();
    for (String server : group.servers().split(",", -1)) {
      int number = nodes.size() + 1;
      Matcher parts = SERVER.matcher(server);
      if (!parts.matches()) {
        nodes.add(Node.of(server, "unused-" + number, 1));
        continue;
      }
      int weight = parts.group("weight") == null ? 1 : Integer.parseInt(parts.group("weight"));
      boolean weighted = group.algorithm().endsWith("(100,200,300)");
      String name = parts.group("host");
      String ip = parts.group("ip") == null ? name : parts.group("ip");
      int port = Integer.parseInt(parts.group("port"));
      nodes.add(
          Node.builder(name.equals(ip) ? ip + ":" + port : name)
              .address(ip, port)
              .weight(weighted ? 100 * number : weight)
              .build());
    }
    return nodes;
  }

  static Stream<Group> placements() {
    return groups().filter(group -> !group.format().equals("hash"));
  }

  static Stream<Group> hashes() {
    return groups().filter(group -> group.format().equals("hash"));
  }

  private static Stream<Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    List<String> lines = VectorBlock.lines("ketama.tsv");
    for (String line : lines.subList(2, lines.size())) {
      String[] row = line.split("\t", -1);
      Group group =
          groups.computeIfAbsent(
              row[0] + row[1] + row[2] + row[3],
              k -> new Group(row[1], row[2], row[3], new ArrayList<>()));
      group.rows().add(row);
    }
    return groups.values().stream();
  }
}
