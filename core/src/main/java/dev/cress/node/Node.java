package dev.cress.node;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One Redis or memcached server: a stable name, the address where it listens, and its share of the
 * keys. Immutable.
 *
 * <p>The name is the identity. It decides which keys the node owns, so it stays the same when the
 * server moves to another address; a new name is a new node.
 *
 * @param name 1 to 255 bytes in UTF-8; no {@code =}, {@code ,}, {@code ;} or control character, no
 *     white space at either end
 * @param host a host name or an IP address, IPv6 without brackets; not blank, no white space, none
 *     of {@code = , ; [ ]}
 * @param port 1 to 65535
 * @param weight share of the keys relative to the other nodes; greater than 0 and finite
 * @param zone failure domain, under the same rules as a name, or null if the node has none
 */
public record Node(String name, String host, int port, double weight, @Nullable String zone) {

  /** The weight of a node that is given none. */
  static final double DEFAULT_WEIGHT = 1;

  /**
   * Creates a node.
   *
   * @param name the stable name
   * @param host host name or IP address
   * @param port 1 to 65535
   * @param weight greater than 0 and finite
   * @param zone failure domain, or null for none
   * @throws IllegalArgumentException if a value breaks its rule; the message names rule and value
   */
  public Node {
    NodeText.checkLabel("name", name);
    NodeText.checkHost(host);
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port must be between 1 and 65535 but was " + port);
    }
    if (!(weight > 0)) {
      throw new IllegalArgumentException("weight must be greater than 0 but was " + weight);
    }
    if (Double.isInfinite(weight)) {
      throw new IllegalArgumentException("weight must be finite but was " + weight);
    }
    if (zone != null) {
      NodeText.checkLabel("zone", zone);
    }
  }

  /**
   * Returns a node of weight 1 without a zone.
   *
   * @param name the stable name
   * @param host host name or IP address
   * @param port 1 to 65535
   * @return the node
   * @throws IllegalArgumentException if a value breaks its rule
   */
  public static Node of(String name, String host, int port) {
    return new Node(name, host, port, DEFAULT_WEIGHT, null);
  }

  /**
   * Returns a builder for a node of this name.
   *
   * @param name the stable name
   * @return a builder that still needs an address
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /**
   * Returns {@code host:port}, or {@code [host]:port} for an IPv6 address.
   *
   * @return the address as text
   */
  public String address() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /**
   * Returns {@code name=host:port;weight=2;zone=z}, without weight if it is 1 and without zone if
   * there is none; {@link NodeSet#parse} reads it.
   */
  @Override
  public String toString() {
    return NodeText.format(this);
  }

  /** Collects the values of a node. Not thread-safe. */
  public static final class Builder {

    private final String name;
    private @Nullable String host;
    private int port;
    private double weight = DEFAULT_WEIGHT;
    private @Nullable String zone;

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Sets where the node listens; required.
     *
     * @param host host name or IP address
     * @param port 1 to 65535
     * @return this builder
     */
    public Builder address(String host, int port) {
      this.host = Objects.requireNonNull(host, "host");
      this.port = port;
      return this;
    }

    /**
     * Sets the share of the keys relative to the other nodes; default 1.
     *
     * @param weight greater than 0 and finite
     * @return this builder
     */
    public Builder weight(double weight) {
      this.weight = weight;
      return this;
    }

    /**
     * Sets the failure domain; default none.
     *
     * @param zone the zone, or null for none
     * @return this builder
     */
    public Builder zone(@Nullable String zone) {
      this.zone = zone;
      return this;
    }

    /**
     * Returns the node.
     *
     * @return the node
     * @throws IllegalArgumentException if the address is missing or a value breaks its rule
     */
    public Node build() {
      if (host == null) {
        throw new IllegalArgumentException("address must be set but was missing for node " + name);
      }
      return new Node(name, host, port, weight, zone);
    }
  }
}
