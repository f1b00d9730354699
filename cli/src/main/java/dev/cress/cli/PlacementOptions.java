package dev.cress.cli;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Preset;
import dev.cress.selector.Selector;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The hash-tag rule, where a command asks for it, and how placements are made and described. */
final class PlacementOptions {

  @Option(
      names = "--hash-tag",
      paramLabel = "RULE",
      description =
          "redis: hash the text in the first {…}; none: the whole key. Default: redis. Presets"
              + " keep their client's rule.")
  private @Nullable HashTag hashTag;

  /** Created by the command line. */
  PlacementOptions() {}

  /** Refuses the option where all selectors are presets, which would not use it. */
  void check(List<Selector> selectors) {
    if (hashTag != null
        && !selectors.isEmpty()
        && selectors.stream().allMatch(selector -> selector instanceof Preset)) {
      throw new IllegalArgumentException(
          "--hash-tag has no effect: presets such as %s keep their client's rule; leave it out"
              .formatted(selectors.get(0).id().replaceFirst("-1\\(.*", "")));
    }
  }

  /** Refuses a number of replicas that these nodes cannot give. */
  static void checkReplicas(int replicas, NodeSet nodes) {
    if (replicas < 1 || replicas > nodes.size()) {
      throw new IllegalArgumentException(
          "--replicas must be between 1 and the number of nodes, %d, but was %d"
              .formatted(nodes.size(), replicas));
    }
  }

  Placement place(Selector selector, NodeSet nodes) {
    return hashTag == null ? selector.place(nodes) : selector.place(nodes, hashTag);
  }

  /** Returns the id of the rule; for a preset a dash, as the rule is part of its own id. */
  String hashTag(Selector selector) {
    HashTag rule = hashTag == null ? HashTag.REDIS : hashTag;
    return selector instanceof Preset ? "-" : rule.id();
  }
}
