package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the owner of each key, and its replica set. */
@Command(name = "owner", description = "Print who owns each key.", mixinStandardHelpOptions = true)
final class OwnerCommand implements Runnable {

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
      description = "Default: that of the file of the nodes, or rendezvous.")
  private @Nullable NamedSelector selector;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Print replica sets of N nodes, owner first.")
  private int replicas = 1;

  @Parameters(
      paramLabel = "KEY",
      arity = "1..*",
      description = "Keys; after -- they may begin with -.")
  private List<String> keys = List.of();

  @Mixin private PlacementOptions options = new PlacementOptions();

  @Mixin private Output output = new Output();

  /** Created by the command line. */
  OwnerCommand() {}

  @Override
  public void run() {
    Selector chosen = given.selector(selector, NodeSet.of());
    options.check(List.of(chosen));
    PlacementOptions.checkReplicas(replicas, given.nodes());
    checkText();
    Placement placement = options.place(chosen, given.nodes());
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("KEY", "OWNER", "ADDRESS", replicas > 1 ? "REPLICAS" : ""));
    List<Object> objects = new ArrayList<>();
    for (String key : keys) {
      List<Node> set = replicaSet(placement, key, objects.size() + 1);
      List<String> names = set.stream().map(Node::name).toList();
      Node owner = set.get(0);
      String others = String.join(" ", names.subList(1, names.size()));
      table.add(List.of(key, owner.name(), owner.address(), others));
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("key", key);
      object.put("owner", owner.name());
      object.put("address", owner.address());
      object.put("replicas", names);
      objects.add(object);
    }
    Map<String, Object> result = Describe.placement(placement);
    result.put("keys", objects);
    output.print(Text.table(4, table), result);
  }

  private List<Node> replicaSet(Placement placement, String key, int number) {
    try {
      return placement.replicas(key.getBytes(StandardCharsets.UTF_8), replicas);
    } catch (RoutingException e) { // the client of a preset has no owner for this key
      throw new CliException("key %d: %s".formatted(number, e.getMessage()), e);
    }
  }

  /** Java has put U+FFFD in the place of bytes that are no text: another key, of another owner. */
  private void checkText() {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).indexOf('\ufffd') >= 0) {
        throw new IllegalArgumentException(
            "a key must be text in UTF-8 without U+FFFD but key %d is not; cress vectors --keys takes any bytes"
                .formatted(i + 1));
      }
    }
  }
}
