package dev.cress.redis.internal.connection;

import java.util.Optional;

/**
 * The client name that each of our connections carries on its server: {@code
 * cress:<cluster>:<version>:<member>:<user's name>}. The server's own list of clients thereby tells
 * who can still write by which topology. Immutable.
 *
 * @param cluster the cache among others on the same servers
 * @param version the topology version that the client has drained to
 * @param member the client's id at its topology source
 * @param userName the name that the user gave, may be empty
 */
public record ConnectionTag(String cluster, long version, String member, String userName) {

  /**
   * The version of a connection that never carries a key, so that no change needs to wait for it.
   */
  static final long ANY_VERSION = 999_999_999_999_999_999L;

  private static final String PREFIX = "cress";
  private static final int PARTS = 5;

  /**
   * Reads a client name.
   *
   * @param name a client name as the server lists it
   * @return the tag, empty if the name is none of ours
   */
  public static Optional<ConnectionTag> parse(String name) {
    String[] parts = name.split(":", PARTS);
    if (parts.length != PARTS || !parts[0].equals(PREFIX) || !parts[2].matches("\\d{1,18}")) {
      return Optional.empty();
    }
    return Optional.of(new ConnectionTag(parts[1], Long.parseLong(parts[2]), parts[3], parts[4]));
  }

  /**
   * The same tag with another version.
   *
   * @param newVersion the version
   * @return the tag
   */
  public ConnectionTag withVersion(long newVersion) {
    return new ConnectionTag(cluster, newVersion, member, userName);
  }

  @Override
  public String toString() {
    return String.join(":", PREFIX, cluster, Long.toString(version), member, userName);
  }
}
