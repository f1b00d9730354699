package dev.cress.memcached.internal.operation;

/** {@code md}: deletes an item. */
public final class MetaDelete extends MetaWrite {

  /**
   * Deletes whatever the item's token is.
   *
   * @param key the key, not copied
   */
  public MetaDelete(byte[] key) {
    super("md", key, null);
  }

  /**
   * Deletes if the item is still the one that a token was read from.
   *
   * @param key the key, not copied
   * @param token the token; one that is of no socket, such as 0, answers {@code EXISTS}
   */
  public MetaDelete(byte[] key, long token) {
    super("md", key, token);
  }

  @Override
  String arguments() {
    return tokenArgument();
  }
}
