package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
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
  private static final int ROWS_BETWEEN_CHECKS = 1_000;

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "NODES",
      converter = NodesConverter.class,
      description = "The nodes, as text or as a YAML file.")
  private NodesAndSelector given = NodesAndSelector.EMPTY;

  @Option(
      names = "--selector",
      paramLabel = "NAME",
      converter = SelectorConverter.class,
      description =
          "Repeat it for several. Default: that of the file of the nodes, or all of Cress' own that"
              + " take the weights.")
  private List<NamedSelector> selectors = List.of();

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

  private long count;

  /** Created by the command line. */
  VectorsCommand() {}

  @Override
  public void run() {
    int n = Objects.requireNonNullElse(replicas, Math.min(USUAL_REPLICAS, given.nodes().size()));
    PlacementOptions.checkReplicas(n, given.nodes());
    List<String> notes = new ArrayList<>();
    List<Placement> placements = placements(notes);
    KeyFile file = keys == null ? null : new KeyFile(keys);
    if (file != null && placements.size() > 1) {
      file.copyIfPiped();
    }
    VectorRows rows =
        output.isJson() ? new JsonVectorRows(output.writer()) : new VectorLines(output.writer());
    notes.forEach(rows::note);
    for (Placement placement : placements) {
      rows.begin(describe(placement));
      if (file == null) {
        usualKeys().forEach(key -> add(rows, placement, n, key));
      } else {
        file.forEach((line, key) -> add(rows, placement, n, key));
      }
      rows.end();
    }
    rows.close();
    output.check();
  }

  private Map<String, Object> describe(Placement placement) {
    Map<String, Object> block = Describe.placement(placement);
    block.put("hashTag", options.hashTag(placement.selector()));
    return block;
  }

  private void add(VectorRows rows, Placement placement, int n, byte[] key) {
    String hex = HexFormat.of().formatHex(key);
    try {
      rows.row(hex, placement.replicas(key, n).stream().map(Node::name).toList());
    } catch (RoutingException e) { // the client of a preset has no owner for this key
      rows.note("left out: key '" + hex + "': " + e.getMessage());
    }
    count++;
    if (count % ROWS_BETWEEN_CHECKS == 0) {
      output.check();
    }
  }

  /** Without a choice, selectors that refuse the weights of these nodes are left out. */
  private List<Placement> placements(List<String> notes) {
    List<Selector> chosen = new ArrayList<>();
    selectors.forEach(selector -> chosen.add(selector.among(given.nodes())));
    if (chosen.isEmpty() && given.selector() != null) {
      chosen.add(given.selector(null, NodeSet.of()));
    }
    options.check(chosen);
    if (!chosen.isEmpty()) {
      return chosen.stream().map(selector -> options.place(selector, given.nodes())).toList();
    }
    List<Placement> placements = new ArrayList<>();
    for (Selector selector : SelectorNames.own()) {
      try {
        placements.add(options.place(selector, given.nodes()));
      } catch (IllegalArgumentException e) {
        notes.add("left out: " + e.getMessage());
      }
    }
    return placements;
  }

  private static List<byte[]> usualKeys() {
    List<byte[]> result = new ArrayList<>();
    List<String> special =
        List.of("", "a", "cache-1", "user:42", "{user:42}:cart", "x{y}", "{}a", "n3", "k\u00e9y");
    special.forEach(key -> result.add(key.getBytes(StandardCharsets.UTF_8)));
    result.add(new byte[] {0, 1, -1, -128});
    IntStream.range(0, 100)
        .forEach(i -> result.add(("user:" + i + ":profile").getBytes(StandardCharsets.UTF_8)));
    return result;
  }
}
