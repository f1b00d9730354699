package dev.cress.cli;

import dev.cress.cli.SelectorConverter.Choice;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints golden rows with which a client in another language proves that it places keys alike. */
@Command(
    name = "vectors",
    description = "Print golden rows: each key in hex, then its owner and replicas.",
    mixinStandardHelpOptions = true)
final class VectorsCommand implements Runnable {

  private static final int USUAL_REPLICAS = 3;

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "NODES",
      converter = NodesConverter.class,
      description = "The nodes, as text or as a YAML file.")
  private NodeSet nodes = NodeSet.of();

  @Option(
      names = "--selector",
      paramLabel = "NAME",
      converter = SelectorConverter.class,
      description = "Repeat it for several. Default: all of Cress' own that take the weights.")
  private List<Choice> selectors = List.of();

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Nodes in a row, owner first. Default: 3, or all if there are fewer.")
  private @Nullable Integer replicas;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Take these keys, one a line; - reads the standard input. Default: 110 keys.")
  private @Nullable String keys;

  @Mixin private PlacementOptions options = new PlacementOptions();

  @Mixin private Output output = new Output();

  /** Created by the command line. */
  VectorsCommand() {}

  @Override
  public void run() {
    int n = Objects.requireNonNullElse(replicas, Math.min(USUAL_REPLICAS, nodes.size()));
    PlacementOptions.checkReplicas(n, nodes);
    List<byte[]> keys = keys();
    StringBuilder text = new StringBuilder();
    List<Object> blocks = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Placement placement : placements(notes)) {
      Map<String, Object> block = block(placement, text);
      List<Object> rows = new ArrayList<>();
      for (byte[] key : keys) {
        try {
          rows.add(row(placement, n, key, text));
        } catch (RoutingException e) { // the client of a preset has no owner for this key
          notes.add("left out: key '" + HexFormat.of().formatHex(key) + "': " + e.getMessage());
        }
      }
      block.put("keys", rows);
      blocks.add(block);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("notes", notes);
    result.put("placements", blocks);
    output.print(head(notes) + text, result);
  }

  private Map<String, Object> block(Placement placement, StringBuilder text) {
    Map<String, Object> block = Describe.placement(placement);
    String id = placement.selector().id();
    String hashTag = options.hashTag(placement.selector());
    String fingerprint = block.get("fingerprint") + "\n";
    text.append(String.join("\t", "@placement", id, hashTag, nodes.toString(), fingerprint));
    block.put("hashTag", hashTag);
    return block;
  }

  private static String head(List<String> notes) {
    StringBuilder head = new StringBuilder();
    head.append(
        "# @placement, selector id, hash-tag rule, node set, fingerprint in hex; then for\n");
    head.append("# each key, in hex, its owner and the nodes after it.\n");
    notes.forEach(note -> head.append("# ").append(note).append("\n"));
    return head.toString();
  }

  private static Map<String, Object> row(
      Placement placement, int n, byte[] key, StringBuilder text) {
    String hex = HexFormat.of().formatHex(key);
    List<String> names = placement.replicas(key, n).stream().map(Node::name).toList();
    text.append(hex).append("\t").append(String.join("\t", names)).append("\n");
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("key", hex);
    row.put("nodes", names);
    return row;
  }

  /** Without a choice, selectors that refuse the weights of these nodes are left out. */
  private List<Placement> placements(List<String> notes) {
    options.check(selectors.stream().map(Choice::selector).toList());
    if (!selectors.isEmpty()) {
      return selectors.stream()
          .map(selector -> options.place(selector.among(nodes), nodes))
          .toList();
    }
    List<Placement> placements = new ArrayList<>();
    for (Selector selector : SelectorConverter.own()) {
      try {
        placements.add(options.place(selector, nodes));
      } catch (IllegalArgumentException e) {
        notes.add("left out: " + e.getMessage());
      }
    }
    return placements;
  }

  private List<byte[]> keys() {
    List<byte[]> result = new ArrayList<>();
    if (keys != null) {
      KeyFile.forEach(keys, result::add);
      return result;
    }
    List<String> special =
        List.of("", "a", "cache-1", "user:42", "{user:42}:cart", "x{y}", "{}a", "n3", "k\u00e9y");
    special.forEach(key -> result.add(key.getBytes(StandardCharsets.UTF_8)));
    result.add(new byte[] {0, 1, -1, -128});
    IntStream.range(0, 100)
        .forEach(i -> result.add(("user:" + i + ":profile").getBytes(StandardCharsets.UTF_8)));
    return result;
  }
}
