package dev.cress.examples.demo;

import dev.cress.node.NodeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A contender under its load, and the servers that it has.
 *
 * @param load uses the contender
 * @param fleet its servers
 */
record Lane(Load load, Fleet fleet) {

  /** Changes the node set to one of the fleet's. */
  CompletableFuture<?> changeTo(Function<Fleet, NodeSet> nodes) {
    return load.cache().changeTo(nodes.apply(fleet));
  }
}
