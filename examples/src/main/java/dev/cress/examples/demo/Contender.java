package dev.cress.examples.demo;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One way to spread keys over several servers. Thread-safe.
 *
 * @param <C> the commands of a client
 */
interface Contender<C> extends AutoCloseable {

  String name();

  /** The commands to use for this key, now. */
  C commands(String key);

  /** The node that owns this key, now. */
  Node ownerOf(String key);

  /** Changes the node set; completes when the new one is all that is used. */
  CompletableFuture<?> changeTo(NodeSet nodes);

  /** How the changes so far may have moved the end of a key. */
  Drift drift();

  /** What it does right now, in words; empty if nothing but serving. */
  String activity();

  @Override
  void close();
}
