package dev.cress.memcached.internal.operation;

import org.jspecify.annotations.Nullable;

/** {@code ms}: writes a value. */
public final class MetaSet extends MetaWrite {

  /** When, and how, a value is written. */
  public enum Mode {
    /** In any case. */
    SET(""),
    /** If there is no item. */
    ADD(" ME"),
    /** If there is an item. */
    REPLACE(" MR"),
    /** Behind the value that is there; flags and expiry stay. */
    APPEND(" MA"),
    /** Before the value that is there; flags and expiry stay. */
    PREPEND(" MP");

    private final String argument;

    Mode(String argument) {
      this.argument = argument;
    }
  }

  private final Mode mode;
  private final int flags;
  private final int expiration;
  private final byte[] data;

  /**
   * Writes whatever the item's token is.
   *
   * @param key the key, not copied
   * @param mode when and how
   * @param flags 32 bits
   * @param expiration as memcached takes it: in seconds up to 30 days, else a Unix time; 0 for none
   * @param data the value, not copied
   */
  public MetaSet(byte[] key, Mode mode, int flags, int expiration, byte[] data) {
    this(key, mode, flags, expiration, data, null);
  }

  /**
   * Writes if the item is still the one that a token was read from.
   *
   * @param key the key, not copied
   * @param mode when and how; not {@code ADD}, for which a server ignores a token
   * @param flags 32 bits
   * @param expiration as above
   * @param data the value, not copied
   * @param token the token; one that is of no socket, such as 0, answers {@code EXISTS}
   */
  public MetaSet(byte[] key, Mode mode, int flags, int expiration, byte[] data, long token) {
    this(key, mode, flags, expiration, data, Long.valueOf(token));
    if (mode == Mode.ADD) {
      throw new IllegalArgumentException("mode must not be ADD with a token");
    }
  }

  private MetaSet(
      byte[] key, Mode mode, int flags, int expiration, byte[] data, @Nullable Long token) {
    super("ms", key, token);
    this.mode = mode;
    this.flags = flags;
    this.expiration = expiration;
    this.data = data;
  }

  @Override
  String arguments() {
    return " "
        + data.length
        + " T"
        + expiration
        + " F"
        + Integer.toUnsignedString(flags)
        + mode.argument
        + tokenArgument();
  }

  @Override
  byte[] data() {
    return data;
  }

  @Override
  boolean hasData() {
    return true;
  }
}
