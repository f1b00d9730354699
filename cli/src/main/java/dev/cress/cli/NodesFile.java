package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Reads a node set from YAML: a list {@code nodes} of maps with {@code name}, {@code address} and,
 * if wanted, {@code weight} and {@code zone}. Every error names file, line and value.
 */
final class NodesFile {

  private static final List<String> KEYS = List.of("name", "address", "weight", "zone");

  private NodesFile() {}

  static NodeSet read(Path file) throws IOException {
    YamlValue top = YamlValue.read(file);
    NodeSet nodes = NodeSet.of();
    for (YamlValue entry : required(top, top.map(List.of("nodes")), "nodes").list()) {
      Map<String, YamlValue> values = entry.map(KEYS);
      YamlValue name = required(entry, values, "name");
      if (nodes.find(name.text()).isPresent()) {
        throw name.error("node names must be unique but %s was given twice".formatted(name.text()));
      }
      NodeSet before = nodes;
      Node node = node(entry, values);
      nodes = refusedAt(required(entry, values, "address"), () -> before.with(node));
    }
    return nodes;
  }

  private static Node node(YamlValue entry, Map<String, YamlValue> values) {
    YamlValue name = required(entry, values, "name");
    YamlValue address = required(entry, values, "address");
    YamlValue weight = values.get("weight");
    YamlValue zone = values.get("zone");
    Node.Builder builder = Node.builder(name.text());
    // Built after each setting, so that what is wrong is the setting that came last.
    Node plain = refusedAt(address, () -> parseAddress(address.text()));
    refusedAt(name, () -> builder.address(plain.host(), plain.port()).build());
    if (weight != null) {
      refusedAt(weight, () -> builder.weight(parseWeight(weight.text())).build());
    }
    if (zone != null) {
      refusedAt(zone, () -> builder.zone(zone.text()).build());
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

  private static <T> T refusedAt(YamlValue value, Supplier<T> action) {
    try {
      return action.get();
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
