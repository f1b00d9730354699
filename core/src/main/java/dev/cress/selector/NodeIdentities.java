package dev.cress.selector;

import dev.cress.node.Node;
import java.nio.charset.StandardCharsets;

/**
 * How known clients name their nodes.
 *
 * <p>Several clients let a node be named, or let it go without a name. For these, a node whose
 * Cress name is its own address, {@code host:port}, counts as one without a name.
 */
public final class NodeIdentities {

  private static final int MAX_PHPREDIS_BYTES = 60;

  private NodeIdentities() {}

  /**
   * Returns the rule that takes the node's Cress name as it stands. The address has no part in it.
   *
   * @return the rule {@code name}
   */
  public static NodeIdentity name() {
    return new Named("name", (node, position) -> node.name());
  }

  /**
   * Returns the rule {@code host:port}. The Cress name has no part in it.
   *
   * @return the rule {@code address}
   */
  public static NodeIdentity address() {
    return new Named("address", (node, position) -> node.address());
  }

  /**
   * Returns the rule {@code host} if the node listens on this port, else {@code host:port}.
   *
   * @param port the port that is left out, such as 11211
   * @return the rule {@code address-without-port}
   */
  public static NodeIdentity addressWithout(int port) {
    return new Named("address-without-" + port, (node, position) -> without(port, node));
  }

  /**
   * Returns the rule {@code /host:port}, as Java prints an address without a host name.
   *
   * @return the rule {@code slash-address}
   */
  public static NodeIdentity slashAddress() {
    return new Named("slash-address", (node, position) -> "/" + node.address());
  }

  /**
   * Returns the rule that takes a node's name if it has one, and another rule for nodes without.
   *
   * @param unnamed the rule for a node whose Cress name is its address
   * @return the rule {@code name-or-…}
   */
  public static NodeIdentity nameOr(NodeIdentity unnamed) {
    return new Named(
        "name-or-" + unnamed.id(),
        (node, position) -> hasName(node) ? node.name() : unnamed.of(node, position));
  }

  /** phpredis: the name, which must fit with the number of the point into a buffer of 64 bytes. */
  static NodeIdentity phpredisHost() {
    return new Named(
        "phpredis-host",
        (node, position) -> {
          int bytes = node.name().getBytes(StandardCharsets.UTF_8).length;
          if (bytes > MAX_PHPREDIS_BYTES) {
            throw new IllegalArgumentException(
                "name must have at most %d bytes, as phpredis cuts off the rest, but %s has %d"
                    .formatted(MAX_PHPREDIS_BYTES, node.name(), bytes));
          }
          return node.name();
        });
  }

  /** Jedis 4 to 6: the place in the list; the number of the point follows. */
  static NodeIdentity jedisPosition() {
    return new Named("jedis-position", (node, position) -> "SHARD-" + position + "-NODE-");
  }

  /** Jedis 2 and 3: the name if there is one, else as above; the number of the point follows. */
  static NodeIdentity jedisName() {
    NodeIdentity unnamed = jedisPosition();
    return new Named(
        "jedis-name",
        (node, position) -> hasName(node) ? node.name() + "*" : unnamed.of(node, position));
  }

  /** The URL of redis-rb 4. */
  static NodeIdentity redisUrl(int database) {
    if (database < 0) {
      throw new IllegalArgumentException("database must be 0 or more but was " + database);
    }
    return new Named(
        "redis-url-" + database, (node, position) -> "redis://" + node.address() + "/" + database);
  }

  /** {@code name/ip:port} as Java prints an address; {@code start + ip:port} without a name. */
  static NodeIdentity javaAddress(String start) {
    return new Named(
        "java-address" + start,
        (node, position) ->
            hasName(node) ? node.name() + "/" + node.address() : start + node.address());
  }

  /** EVCache: as {@link #javaAddress} but always with a name and with one port for all. */
  static NodeIdentity evcache() {
    return new Named("evcache", (node, position) -> node.name() + "/" + node.host() + ":11211");
  }

  /** The host name, or the IP address without one, and the port unless it is left out. */
  static NodeIdentity hostName(int portLeftOut) {
    return new Named(
        "host-name-without-" + portLeftOut,
        (node, position) ->
            hasName(node)
                ? node.name() + (node.port() == portLeftOut ? "" : ":" + node.port())
                : without(portLeftOut, node));
  }

  private static boolean hasName(Node node) {
    return !node.name().equals(node.address());
  }

  private static String without(int port, Node node) {
    return node.port() == port ? node.host() : node.address();
  }

  private record Named(String id, Formula formula) implements NodeIdentity {
    @Override
    public String of(Node node, int position) {
      return formula.of(node, position);
    }
  }

  private interface Formula {
    String of(Node node, int position);
  }
}
