package dev.cress.node;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The nodes known at one moment, sorted by name in the order of their unsigned UTF-8 bytes.
 * Immutable; may be empty.
 *
 * <p>Names are unique, and so are addresses, where upper and lower case count as the same. Two node
 * sets of equal nodes are equal, in whatever order the nodes were given.
 */
public final class NodeSet implements Iterable<Node> {

  private static final NodeSet EMPTY = new NodeSet(List.of());
  private static final Comparator<Node> BY_NAME =
      Comparator.comparing(
          node -> node.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final List<Node> nodes;
  private final Map<String, Node> byName;

  private NodeSet(Collection<Node> nodes) {
    Node[] sorted = nodes.toArray(Node[]::new);
    for (Node node : sorted) {
      Objects.requireNonNull(node, "node");
    }
    Arrays.sort(sorted, BY_NAME);
    this.nodes = List.of(sorted);
    this.byName = indexByName(this.nodes);
    checkAddresses(this.nodes);
  }

  private static Map<String, Node> indexByName(List<Node> nodes) {
    Map<String, Node> byName = new HashMap<>();
    for (Node node : nodes) {
      if (byName.put(node.name(), node) != null) {
        throw new IllegalArgumentException(
            "node names must be unique but " + node.name() + " was given twice");
      }
    }
    return byName;
  }

  private static void checkAddresses(List<Node> nodes) {
    Map<String, Node> byAddress = new HashMap<>();
    for (Node node : nodes) {
      Node other = byAddress.put(node.address().toLowerCase(Locale.ROOT), node);
      if (other != null) {
        throw new IllegalArgumentException(
            "node addresses must be unique but %s belongs to both %s and %s"
                .formatted(node.address(), other.name(), node.name()));
      }
    }
  }

  /**
   * Returns the set of these nodes.
   *
   * @param nodes in any order; none for the empty set
   * @return the node set
   * @throws IllegalArgumentException if two nodes share a name or an address
   */
  public static NodeSet of(Node... nodes) {
    return of(Arrays.asList(nodes));
  }

  /**
   * Returns the set of these nodes.
   *
   * @param nodes in any order
   * @return the node set
   * @throws IllegalArgumentException if two nodes share a name or an address
   */
  public static NodeSet of(Collection<Node> nodes) {
    return nodes.isEmpty() ? EMPTY : new NodeSet(nodes);
  }

  /**
   * Reads a node set from text such as {@code a=10.0.0.1:6379;weight=2;zone=z, b=[::1]:6379}.
   *
   * @param text nodes separated by commas, each {@code name=host:port} and then, if wanted, {@code
   *     ;weight=} and {@code ;zone=}; blank text is the empty set
   * @return the node set
   * @throws IllegalArgumentException if the text cannot be read; the message names the value, the
   *     node's number from 1 and the position in the text from 0
   */
  public static NodeSet parse(String text) {
    if (text.isBlank()) {
      return EMPTY;
    }
    List<Node> nodes = new ArrayList<>();
    int position = 0;
    for (String entry : text.split(",", -1)) {
      try {
        nodes.add(NodeText.parse(entry.strip()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "node %d, at position %d: %s".formatted(nodes.size() + 1, position, e.getMessage()), e);
      }
      position += entry.length() + 1;
    }
    return of(nodes);
  }

  /**
   * Returns the number of nodes.
   *
   * @return 0 or more
   */
  public int size() {
    return nodes.size();
  }

  /**
   * Returns whether there is no node.
   *
   * @return true if {@link #size} is 0
   */
  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /**
   * Returns the node at a place in the order of names.
   *
   * @param index from 0 to {@code size() - 1}
   * @return the node
   * @throws IndexOutOfBoundsException if there is no such place
   */
  public Node get(int index) {
    return nodes.get(index);
  }

  /**
   * Returns the node of this name.
   *
   * @param name the name
   * @return the node, or empty if there is none
   */
  public Optional<Node> find(String name) {
    return Optional.ofNullable(byName.get(Objects.requireNonNull(name, "name")));
  }

  /**
   * Returns all nodes in the order of their names.
   *
   * @return an immutable list
   */
  public List<Node> nodes() {
    return nodes;
  }

  @Override
  public Iterator<Node> iterator() {
    return nodes.iterator();
  }

  /**
   * Returns this set with a node added, or put in the place of the node of the same name.
   *
   * @param node the node
   * @return a new node set
   * @throws IllegalArgumentException if another node has the same address
   */
  public NodeSet with(Node node) {
    Map<String, Node> changed = new HashMap<>(byName);
    changed.put(node.name(), node);
    return of(changed.values());
  }

  /**
   * Returns this set without one node.
   *
   * @param name the node's name
   * @return a new node set
   * @throws IllegalArgumentException if there is no node of this name
   */
  public NodeSet without(String name) {
    Map<String, Node> changed = new HashMap<>(byName);
    if (changed.remove(Objects.requireNonNull(name, "name")) == null) {
      throw new IllegalArgumentException(
          "name must be one of %s but was %s".formatted(names(), name));
    }
    return of(changed.values());
  }

  private List<String> names() {
    return nodes.stream().map(Node::name).toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeSet that && nodes.equals(that.nodes);
  }

  @Override
  public int hashCode() {
    return nodes.hashCode();
  }

  /** Returns the nodes as text, separated by commas; {@link #parse} reads it. */
  @Override
  public String toString() {
    return nodes.stream().map(Node::toString).collect(Collectors.joining(", "));
  }
}
