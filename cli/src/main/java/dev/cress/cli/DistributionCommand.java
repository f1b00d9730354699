package dev.cress.cli;

import dev.cress.cli.Measure.Change;
import dev.cress.cli.WeightsConverter.Weights;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private NodesAndSelector given = NodesAndSelector.EMPTY;

  @Option(
      names = "--selector",
      paramLabel = "NAME",
      converter = SelectorConverter.class,
      description = "Default: that of the file of the nodes, or rendezvous; ring with --vnodes.")
  private @Nullable NamedSelector selector;

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
  private NodesAndSelector join = NodesAndSelector.EMPTY;

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
    html.check();
    List<Selector> selectors = selectors();
    options.check(selectors);
    List<Setting> settings = settings(selectors);
    Measure measure = new Measure(keys);
    measure.take(settings.stream().flatMap(Setting::changes).toList());
    List<Variant> variants = settings.stream().map(setting -> setting.measured(measure)).toList();
    Map<String, Object> result = new LinkedHashMap<>(measure.facts());
    result.put("distributions", variants.stream().map(Variant::json).toList());
    html.write("Distribution of keys", result);
    String text = variants.stream().map(Variant::text).collect(Collectors.joining("\n"));
    String leftOut = measure.leftOut();
    output.print(leftOut.isEmpty() ? text : text + "\n" + leftOut, result);
  }

  /** What to measure for one setting: its shares, and what moves to it and when nodes join. */
  private record Setting(Change own, @Nullable Change join, @Nullable Change fromPrevious) {

    Stream<Change> changes() {
      return Stream.of(own, join, fromPrevious).filter(Objects::nonNull).map(Change.class::cast);
    }

    Variant measured(Measure measure) {
      return new Variant(
          own.before(),
          measure.plan(own),
          join == null ? null : measure.plan(join),
          fromPrevious == null ? null : measure.plan(fromPrevious));
    }
  }

  private List<Setting> settings(List<Selector> selectors) {
    List<Setting> settings = new ArrayList<>();
    Placement previous = null;
    for (Weights some : weights.isEmpty() ? List.of(new Weights(Map.of())) : weights) {
      NodeSet weighted = some.applyTo(given.nodes());
      for (Selector each : selectors) {
        Placement placement = options.place(each, weighted);
        boolean joins = !join.nodes().isEmpty();
        settings.add(
            new Setting(
                new Change(placement, placement),
                joins ? new Change(placement, options.place(each, union(weighted))) : null,
                previous == null ? null : new Change(previous, placement)));
        previous = placement;
      }
    }
    return settings;
  }

  private List<Selector> selectors() {
    if (join.selector() != null) {
      throw new IllegalArgumentException("the selector in the file of --join has no effect");
    }
    Selector chosen = given.selector(selector, join.nodes());
    if (vnodes.isEmpty()) {
      return List.of(chosen);
    } else if ((selector != null || given.selector() != null) && !chosen.equals(Selectors.ring())) {
      throw new IllegalArgumentException("--vnodes needs --selector ring but was " + chosen.id());
    }
    return vnodes.stream().map(Selectors::ring).toList();
  }

  private NodeSet union(NodeSet others) {
    List<Node> all = new ArrayList<>(others.nodes());
    for (Node node : join.nodes()) {
      if (others.find(node.name()).isPresent()) {
        throw new IllegalArgumentException(
            "--join names the node '%s', which is among --nodes already".formatted(node.name()));
      }
      all.add(node);
    }
    return NodeSet.of(all);
  }
}
