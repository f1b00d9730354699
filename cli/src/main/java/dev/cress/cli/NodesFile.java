package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads a node set from YAML: a list {@code nodes} of maps with {@code name}, {@code address} and,
 * if wanted, {@code weight} and {@code zone}. Every error names file, line and value.
 */
final class NodesFile {

  private static final List<String> KEYS = List.of("name", "address", "weight", "zone");

  private NodesFile() {}

  static NodeSet read(Path file) throws IOException {
    YamlValue top = YamlValue.read(file);
    Map<String, Node> byName = new LinkedHashMap<>();
    Map<String, Node> byAddress = new HashMap<>();
    for (YamlValue entry : required(top, top.map(List.of("nodes")), "nodes").list()) {
      Map<String, YamlValue> values = entry.map(KEYS);
      Node node = node(entry, values);
      refusedAt(required(entry, values, "name"), text -> add(byName, node.name(), node));
      String address = node.address().toLowerCase(Locale.ROOT);
      refusedAt(required(entry, values, "address"), text -> add(byAddress, address, node));
    }
    return NodeSet.of(byName.values());
  }

  /**
   * Adds a node unless one with the same key is there, which a node set refuses with the reason.
   */
  private static NodeSet add(Map<String, Node> nodes, String key, Node node) {
    Node other = nodes.putIfAbsent(key, node);
    return other == null ? NodeSet.of(node) : NodeSet.of(other, node);
  }

  private static Node node(YamlValue entry, Map<String, YamlValue> values) {
    YamlValue name = required(entry, values, "name");
    YamlValue address = required(entry, values, "address");
    YamlValue weight = values.get("weight");
    YamlValue zone = values.get("zone");
    Node.Builder builder = Node.builder(name.text());
    // Built after each setting, so that what is wrong is the setting that came last.
    Node plain = refusedAt(address, NodesFile::parseAddress);
    refusedAt(name, text -> builder.address(plain.host(), plain.port()).build());
    if (weight != null) {
      refusedAt(weight, text -> builder.weight(parseWeight(text)).build());
    }
    if (zone != null) {
      refusedAt(zone, text -> builder.zone(text).build());
    }
    return builder.build();
  }

  private static Node parseAddress(String address) {
    if (address.indexOf(',') >= 0 || address.indexOf(';') >= 0) {
      throw new IllegalArgumentException("address must be host:port but was '" + address + "'");
    }
    return parseNode("node=" + address);
  }

  /** Reads a weight by the rule of {@link NodeSet#parse}. */
  static double parseWeight(String weight) {
    if (weight.indexOf(',') >= 0 || weight.indexOf(';') >= 0) {
      throw new IllegalArgumentException("weight must be a number but was \"" + weight + "\"");
    }
    return parseNode("node=host:1;weight=" + weight).weight();
  }

  private static Node parseNode(String text) {
    try {
      return NodeSet.parse(text).get(0);
    } catch (IllegalArgumentException e) {
      throw e.getCause() instanceof IllegalArgumentException cause ? cause : e;
    }
  }

  /** Does something with the text of a value; what is wrong with it is told with its line. */
  private static <T> T refusedAt(YamlValue value, Function<String, T> action) {
    String text = value.text();
    try {
      return action.apply(text);
    } catch (IllegalArgumentException e) {
      throw value.error(Objects.requireNonNullElse(e.getMessage(), "refused"));
    }
  }

  private static YamlValue required(YamlValue of, Map<String, YamlValue> values, String key) {
    YamlValue value = values.get(key);
    if (value == null) {
      throw of.error("the key '%s' is missing".formatted(key));
    }
    return value;
  }
}
