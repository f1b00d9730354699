package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Adds up what goes from each previous owner to each owner. Not thread-safe. */
final class Flows {

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Node> nodes = new ArrayList<>();
  private final int[] serverBefore;
  private final int[] serverAfter;
  private final double[] dueBefore;
  private final double[] dueAfter;
  private final double[] before;
  private final double[] after;
  private final double[] in;
  private final double[] out;
  private long count;
  private double total;
  private double moved;
  private double squaresOfMoved;
  private double squaresOfOthers;

  /**
   * Begins with nothing.
   *
   * @param server tells servers apart: between two nodes of one server nothing moves
   */
  Flows(NodeSet nodesBefore, NodeSet nodesAfter, Function<Node, String> server) {
    serverBefore = number(nodesBefore, server);
    serverAfter = number(nodesAfter, server);
    int servers = nodes.size();
    dueBefore = due(nodesBefore, serverBefore, servers);
    dueAfter = due(nodesAfter, serverAfter, servers);
    before = new double[servers];
    after = new double[servers];
    in = new double[servers];
    out = new double[servers];
  }

  /** Numbers the servers; of several nodes of one server the last one stands for it. */
  private int[] number(NodeSet set, Function<Node, String> server) {
    int[] result = new int[set.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = numbers.computeIfAbsent(server.apply(set.get(i)), s -> numbers.size());
      if (result[i] == nodes.size()) {
        nodes.add(set.get(i));
      } else {
        nodes.set(result[i], set.get(i));
      }
    }
    return result;
  }

  /* Relative to the greatest weight: the sum of weights themselves may exceed a double. */
  private static double[] due(NodeSet set, int[] serverOf, int servers) {
    double greatest = set.nodes().stream().mapToDouble(Node::weight).max().orElse(1);
    double sum = set.nodes().stream().mapToDouble(node -> node.weight() / greatest).sum();
    double[] due = new double[servers];
    for (int i = 0; i < serverOf.length; i++) {
      due[serverOf[i]] += set.get(i).weight() / greatest / sum;
    }
    return due;
  }

  /** Returns whether nodes with the same index before and after are one server. */
  boolean sameServers() {
    return Arrays.equals(serverBefore, serverAfter);
  }

  /** Adds an amount, owned by these nodes, by index, before and after. */
  void add(int ownerBefore, int ownerAfter, double amount) {
    int from = serverBefore[ownerBefore];
    int to = serverAfter[ownerAfter];
    count++;
    total += amount;
    before[from] += amount;
    after[to] += amount;
    if (from == to) {
      squaresOfOthers += amount * amount;
    } else {
      squaresOfMoved += amount * amount;
      moved += amount;
      out[from] += amount;
      in[to] += amount;
    }
  }

  double total() {
    return total;
  }

  /** Returns the plan if all there is was added. */
  MigrationPlan exactly() {
    return plan(true, 0);
  }

  /** Returns the plan if what was added is a random sample of what never moves. */
  MigrationPlan unmoved() {
    return plan(false, 0);
  }

  /** Returns the plan if what was added is a random sample. */
  MigrationPlan estimate() {
    /*
     * The standard error of a ratio of sums: the root of the sum of (amount * (1 if moved, else 0,
     * minus the ratio))^2, over the total. For amounts of 1 it is sqrt(p (1 - p) / n). Two average
     * amounts are added, one that moved and one that did not: else a small sample in which nothing
     * moved would claim to be certain.
     */
    double mean = total / count;
    double sum = total + 2 * mean;
    double ratio = (moved + mean) / sum;
    double squares =
        (squaresOfMoved + mean * mean) * (1 - ratio) * (1 - ratio)
            + (squaresOfOthers + mean * mean) * ratio * ratio;
    return plan(false, Math.sqrt(squares) / sum);
  }

  private MigrationPlan plan(boolean exact, double standardError) {
    List<MigrationPlan.NodeShare> shares = new ArrayList<>();
    double stays = 0;
    for (int i = 0; i < before.length; i++) {
      stays += Math.min(dueBefore[i], dueAfter[i]);
      shares.add(
          new MigrationPlan.NodeShare(
              nodes.get(i),
              before[i] / total,
              after[i] / total,
              in[i] / total,
              out[i] / total,
              dueBefore[i],
              dueAfter[i]));
    }
    return new MigrationPlan(moved / total, standardError, exact, Math.max(0, 1 - stays), shares);
  }
}
