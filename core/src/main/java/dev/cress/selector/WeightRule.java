package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;

/** Which weights a client can express. */
public enum WeightRule {

  /** None: every node must have the weight 1. */
  NONE("must be 1, as %s knows no weights,"),

  /** Whole numbers from 1 to 2,147,483,647. */
  WHOLE("must be a whole number from 1 to 2147483647 for %s"),

  /** Whole numbers as above, which the client takes and then pays no heed to. */
  IGNORED("must be a whole number from 1 to 2147483647 for %s"),

  /** Any weight. */
  ANY("");

  private final String rule;

  WeightRule(String rule) {
    this.rule = rule;
  }

  void check(NodeSet nodes, String preset) {
    for (Node node : nodes) {
      if (!allows(node.weight())) {
        throw new IllegalArgumentException(
            "weight %s but was %s for node %s"
                .formatted(rule.formatted(preset), node.weight(), node.name()));
      }
    }
  }

  private boolean allows(double weight) {
    return switch (this) {
      case NONE -> weight == 1;
      case WHOLE, IGNORED ->
          weight >= 1 && weight <= Integer.MAX_VALUE && weight == Math.rint(weight);
      case ANY -> true;
    };
  }
}
