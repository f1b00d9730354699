package dev.cress.migration;

import dev.cress.node.Node;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import java.time.Duration;
import java.util.Set;

/**
 * What a change does on servers apart from moving keys; implemented by each adapter. Every method
 * blocks until the server has answered, may be repeated, and throws {@link
 * dev.cress.node.CressException} naming the node if the server does not answer in time.
 * Thread-safe.
 */
public interface Fences {

  /**
   * Looks at a server. Leaves nothing behind there but, where that is needed, an item that names
   * it.
   *
   * @param node the server's node
   * @return what it says
   */
  ServerFacts inspect(Node node);

  /**
   * Looks at a server when the first client of a topology source starts.
   *
   * @param node the server's node
   * @return what it says
   */
  default ServerFacts inspectAtStart(Node node) {
    return inspect(node);
  }

  /**
   * Names the server behind a node as of now, in the way of {@link ServerFacts#identity()}.
   *
   * @param node the server's node
   * @return its identity
   */
  String identity(Node node);

  /**
   * Raises a fence, or leaves it where it is beyond already.
   *
   * @param node the server's node
   * @param role which of its fences
   * @param version the version to raise it to
   * @param rank the rank to raise it to
   * @return the fence in force
   */
  Fence raise(Node node, Fence.Role role, long version, int rank);

  /**
   * Opens a server as owner: its fence gets a new nonce, its list of marks starts anew. A fence
   * that is open already stays as it is.
   *
   * @param node the server's node
   * @param version the version of the change
   * @param nonce random, so that a fence made anew after a loss is told from this one
   * @return the fence's text in force; empty if the server has lost its fence
   */
  String openIn(Node node, long version, String nonce);

  /**
   * Ends a server's role as owner in a window and removes its marks.
   *
   * @param node the server's node
   * @param version the version of the change
   */
  void done(Node node, long version);

  /**
   * Removes the keys that a server will own after a change and does not own before it: leftovers
   * that nobody may read.
   *
   * @param node the server's node, in the new node set
   * @param change the change
   * @return how many keys were removed
   */
  long sweep(Node node, Change change);

  /**
   * Counts the keys on a server that a placement gives to another one.
   *
   * @param node the server's node
   * @param placement the placement
   * @return how many
   */
  long countForeign(Node node, Placement placement);

  /**
   * Waits until a server has no connection of this cache left that was made by an older topology;
   * ends those of members that are left after {@code patience}.
   *
   * @param node the server's node, in the old node set
   * @param version the version of the change
   * @param members the clients that share the topology source
   * @param patience how long to wait before connections are ended, and again after
   * @return how many connections were ended
   * @throws dev.cress.node.CressException if older connections remain, or belong to a client that
   *     is no member
   */
  int awaitBarrier(Node node, long version, Set<String> members, Duration patience);

  /**
   * Gives a joining server what is the same on every server and belongs to no key, as far as the
   * store has such things. Called when nothing can reach the servers by the older topology any more
   * and before the window opens.
   *
   * @param from a server's node in the old node set
   * @param joining the joining server's node
   */
  default void copyShared(Node from, Node joining) {}
}
