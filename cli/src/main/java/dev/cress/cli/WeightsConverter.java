package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads weights such as {@code a=2,b=1,c=0.5}. */
final class WeightsConverter implements ITypeConverter<WeightsConverter.Weights> {

  /** Weights by node name. */
  record Weights(Map<String, Double> byName) {

    /** Returns the nodes with these weights; those not named keep theirs. */
    NodeSet applyTo(NodeSet nodes) {
      NodeSet result = nodes;
      for (Map.Entry<String, Double> entry : byName.entrySet()) {
        Node node =
            nodes
                .find(entry.getKey())
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "--weights names the node '%s' but the nodes are %s"
                                .formatted(
                                    entry.getKey(),
                                    nodes.nodes().stream().map(Node::name).toList())));
        result =
            result.with(
                new Node(node.name(), node.host(), node.port(), entry.getValue(), node.zone()));
      }
      return result;
    }
  }

  /** Created by the command line. */
  WeightsConverter() {}

  @Override
  public Weights convert(String text) {
    Map<String, Double> byName = new LinkedHashMap<>();
    for (String entry : text.split(",", -1)) {
      int equals = entry.indexOf('=');
      String name = entry.substring(0, Math.max(equals, 0)).strip();
      if (name.isEmpty()) {
        throw new TypeConversionException(
            "weights are written name=number,… but was '" + entry + "'");
      }
      if (byName.put(name, number(entry.substring(equals + 1))) != null) {
        throw new TypeConversionException("the node '" + name + "' was given two weights");
      }
    }
    return new Weights(byName);
  }

  private static double number(String text) {
    try {
      return NodesFile.parseWeight(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
