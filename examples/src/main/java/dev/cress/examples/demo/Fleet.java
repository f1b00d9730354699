package dev.cress.examples.demo;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import java.util.function.Supplier;

/**
 * The servers of a contender: three in use, and the same with one more. Immutable.
 *
 * @param three the nodes a, b and c
 * @param four the nodes a, b, c and d
 */
record Fleet(NodeSet three, NodeSet four) {

  /** Starts four servers. */
  static Fleet start(Supplier<TestNode> server) {
    NodeSet three = NodeSet.of(node("a", server), node("b", server), node("c", server));
    return new Fleet(three, three.with(node("d", server)));
  }

  private static Node node(String name, Supplier<TestNode> server) {
    TestNode started = server.get();
    return Node.of(name, started.host(), started.port());
  }
}
