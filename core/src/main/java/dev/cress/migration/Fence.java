package dev.cress.migration;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text that a server holds for one of its two roles in a change, {@code version:rank} or {@code
 * version:rank:nonce}. It is only ever raised. Immutable.
 *
 * @param version the topology version that it belongs to
 * @param rank {@link #STABLE}, {@link #OPEN} or {@link #CLOSED} within the version
 * @param text the exact text
 */
public record Fence(long version, int rank, String text) {

  /** No window of this version has touched the server. */
  public static final int STABLE = 0;

  /** A window is open: as previous owner the server is frozen, as owner it takes keys. */
  public static final int OPEN = 1;

  /** The window is over: nothing more is taken from, or given to, this server by it. */
  public static final int CLOSED = 2;

  /** Which of a server's two roles a fence belongs to. */
  public enum Role {
    /** The server as previous owner. */
    OUT,
    /** The server as owner. */
    IN
  }

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18}):([012])(:.*)?");

  /**
   * Reads a fence.
   *
   * @param text what the server holds, null if nothing
   * @return the fence, or null if the server holds none
   * @throws IllegalArgumentException if the text is no fence
   */
  public static @Nullable Fence parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a fence must read version:rank but was " + text);
    }
    return new Fence(Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2)), text);
  }

  /**
   * The text of a fence without a nonce.
   *
   * @param version the version
   * @param rank the rank
   * @return {@code version:rank}
   */
  public static String text(long version, int rank) {
    return version + ":" + rank;
  }

  /**
   * Tells whether this fence is at a version and rank or beyond.
   *
   * @param otherVersion the version
   * @param otherRank the rank
   * @return whether it is
   */
  public boolean isAtLeast(long otherVersion, int otherRank) {
    return version > otherVersion || (version == otherVersion && rank >= otherRank);
  }
}
