package dev.cress.migration;

import dev.cress.node.Node;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * A client's own connections to the nodes; implemented by each adapter. Thread-safe.
 *
 * @param <T> what a command is handed to, one per node
 */
public interface Connections<T> {

  /**
   * The target of a node. Connects in the background when it is new; two nodes that are reached the
   * same way have one target.
   *
   * @param node the node
   * @return its target
   */
  T target(Node node);

  /**
   * The end of the first attempt to connect to each target so far, whatever came of it, within a
   * few seconds.
   *
   * @return completes without a value, never fails, also when a target is silent
   */
  CompletionStage<Void> attempted();

  /**
   * Tags every connection, and each later one, with the version that this client has drained to, in
   * line behind the commands that were sent.
   *
   * @param version the version
   * @return completes when every server that is connected has confirmed
   */
  CompletionStage<Void> tag(long version);

  /**
   * Closes the connections to all other nodes.
   *
   * @param nodes the nodes to keep
   */
  void retain(Collection<Node> nodes);
}
