package dev.cress.cli;

import dev.cress.cli.SelectorConverter.Choice;
import dev.cress.cli.WeightsConverter.Weights;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.MigrationPlan;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the share of each node, for one or several settings side by side. */
@Command(
    name = "distribution",
    description = "Print how even the nodes are, for one or several settings in a row.",
    mixinStandardHelpOptions = true)
final class DistributionCommand implements Runnable {

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
      description = "Default: rendezvous, and ring with --vnodes.")
  private @Nullable Choice selector;

  @Option(
      names = "--vnodes",
      split = ",",
      paramLabel = "N",
      description = "Points of a node of weight 1 on a ring; several to compare: 50,5.")
  private List<Integer> vnodes = List.of();

  @Option(
      names = "--weights",
      paramLabel = "NAME=W,…",
      converter = WeightsConverter.class,
      description = "Weights in place of those of the nodes; repeat it to compare.")
  private List<Weights> weights = List.of();

  @Option(
      names = "--join",
      paramLabel = "NODES",
      converter = NodesConverter.class,
      description = "Also print what moves when these nodes join.")
  private NodeSet join = NodeSet.of();

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Count these keys, one a line; - reads the standard input.")
  private @Nullable String keys;

  @Mixin private PlacementOptions options = new PlacementOptions();

  @Mixin private Output output = new Output();

  @Mixin private HtmlOption html = new HtmlOption();

  /** Created by the command line. */
  DistributionCommand() {}

  @Override
  public void run() {
    List<Selector> selectors = selectors();
    options.check(selectors);
    Measure measure = new Measure(keys);
    List<Variant> variants = new ArrayList<>();
    for (Weights some : weights.isEmpty() ? List.of(new Weights(Map.of())) : weights) {
      for (Selector each : selectors) {
        NodeSet weighted = some.applyTo(nodes);
        Placement placement = options.place(each, weighted);
        MigrationPlan joined =
            join.isEmpty()
                ? null
                : measure.between(placement, options.place(each, union(weighted)));
        Placement previous =
            variants.isEmpty() ? null : variants.get(variants.size() - 1).placement();
        variants.add(
            new Variant(
                placement,
                measure.between(placement, placement),
                joined,
                previous == null ? null : measure.between(previous, placement)));
      }
    }
    print(variants, measure);
  }

  private void print(List<Variant> variants, Measure measure) {
    Map<String, Object> result = new LinkedHashMap<>(measure.facts());
    result.put("distributions", variants.stream().map(Variant::json).toList());
    output.print(variants.stream().map(Variant::text).collect(Collectors.joining("\n")), result);
    html.write("Distribution of keys", result);
  }

  private List<Selector> selectors() {
    if (vnodes.isEmpty()) {
      return List.of(selector == null ? Selectors.rendezvous() : selector.among(nodes, join));
    } else if (selector != null && !selector.selector().equals(Selectors.ring())) {
      throw new IllegalArgumentException(
          "--vnodes needs --selector ring but was " + selector.selector().id());
    }
    return vnodes.stream().map(Selectors::ring).toList();
  }

  private NodeSet union(NodeSet others) {
    List<Node> all = new ArrayList<>(others.nodes());
    for (Node node : join) {
      if (others.find(node.name()).isPresent()) {
        throw new IllegalArgumentException(
            "--join names the node '%s', which is among --nodes already".formatted(node.name()));
      }
      all.add(node);
    }
    return NodeSet.of(all);
  }
}
