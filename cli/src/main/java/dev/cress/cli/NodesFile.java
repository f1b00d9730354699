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

/**
 * Reads nodes and their selector from YAML: a list {@code nodes} of maps with {@code name}, {@code
 * address} and, if wanted, {@code weight} and {@code zone}; and a {@code selector} if wanted. Every
 * error names file, line and value.
 */
final class NodesFile {

  private static final List<String> KEYS = List.of("name", "address", "weight", "zone");

  private NodesFile() {}

  static NodesAndSelector read(Path file) throws IOException {
    YamlValue top = YamlValue.read(file);
    Map<String, YamlValue> all = top.map(List.of("nodes", "selector"));
    NodeSet nodes = nodes(required(top, all, "nodes"));
    YamlValue selector = all.get("selector");
    return new NodesAndSelector(nodes, selector == null ? null : SelectorFile.read(selector));
  }

  private static NodeSet nodes(YamlValue list) {
    Map<String, Node> byName = new LinkedHashMap<>();
    Map<String, Node> byAddress = new HashMap<>();
    for (YamlValue entry : list.list()) {
      Map<String, YamlValue> values = entry.map(KEYS);
      Node node = node(entry, values);
      required(entry, values, "name").read(text -> add(byName, node.name(), node));
      String address = node.address().toLowerCase(Locale.ROOT);
      required(entry, values, "address").read(text -> add(byAddress, address, node));
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
    Node plain = address.read(NodesFile::parseAddress);
    name.read(text -> builder.address(plain.host(), plain.port()).build());
    if (weight != null) {
      weight.read(text -> builder.weight(parseWeight(text)).build());
    }
    if (zone != null) {
      zone.read(text -> builder.zone(text).build());
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

  private static YamlValue required(YamlValue of, Map<String, YamlValue> values, String key) {
    YamlValue value = values.get(key);
    if (value == null) {
      throw of.error("the key '%s' is missing".formatted(key));
    }
    return value;
  }
}
