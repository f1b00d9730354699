package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.List;

/** A selector applied to one node set: who owns each key. Immutable and thread-safe. */
public interface Placement {

  /**
   * The selector that was applied.
   *
   * @return the selector
   */
  Selector selector();

  /**
   * Returns the nodes among which this placement chooses.
   *
   * @return at least one node
   */
  NodeSet nodes();

  /**
   * Returns the owner of a key. Cost: as {@link #ownerIndex}.
   *
   * @param key the key; may be empty
   * @return the owner
   */
  Node owner(byte[] key);

  /**
   * Returns the owner of a key that lies in a larger array, as an index into {@link #nodes}. This
   * is the way for every request: it allocates nothing.
   *
   * @param bytes an array that holds the key
   * @param from where the key begins
   * @param to where the key ends, exclusive
   * @return from 0 to {@code nodes().size() - 1}
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  int ownerIndex(byte[] bytes, int from, int to);

  /**
   * Returns the replica set of a key: its first nodes in the key's own order, owner first, all
   * distinct. A node whose zone is already used is passed over while other zones remain; a node
   * without a zone counts as a zone of its own. A smaller set is the beginning of a larger one.
   *
   * @param key the key; may be empty
   * @param n from 1 to {@code nodes().size()}
   * @return an immutable list of n nodes
   * @throws IllegalArgumentException if n is out of range
   */
  List<Node> replicas(byte[] key, int n);

  /**
   * Returns 64 bits over all that decides this placement: selector id, hash-tag rule, and the
   * names, weights and zones of the nodes. Addresses have no part in it unless the selector is a
   * {@link Preset} that reads them, nor has the order in which nodes were listed. Equal
   * fingerprints mean equal owners and replica sets.
   *
   * @return the fingerprint
   */
  long fingerprint();
}
