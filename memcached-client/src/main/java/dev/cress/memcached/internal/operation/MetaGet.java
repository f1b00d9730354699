package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import java.io.IOException;

/** {@code mg}: an item with all that is needed to move it. Nothing is read as an absent item. */
public final class MetaGet extends MetaOperation<MetaItem> {

  private final String extra;
  private MetaItem.State state = MetaItem.State.PRESENT;
  private int flags;
  private long cas;
  private int ttl = -1;

  private MetaGet(byte[] key, String extra) {
    super("mg", key);
    this.extra = extra;
  }

  /**
   * Reads an item.
   *
   * @param key the key, not copied
   * @return a new operation
   */
  public static MetaGet look(byte[] key) {
    return new MetaGet(key, "");
  }

  /**
   * Reads an item; where there is none, leaves an empty one that the first asker is to fill.
   *
   * @param key the key, not copied
   * @param seconds how long the empty item lives, from 1
   * @return a new operation
   */
  public static MetaGet lease(byte[] key, int seconds) {
    if (seconds < 1) {
      throw new IllegalArgumentException("seconds must be at least 1 but was " + seconds);
    }
    return new MetaGet(key, " N" + seconds);
  }

  /**
   * Reads an item and lets it expire, in one step.
   *
   * @param key the key, not copied
   * @return a new operation; the item it answers has the time that was left
   */
  public static MetaGet take(byte[] key) {
    return touch(key, -1);
  }

  /**
   * Reads an item and gives it a new expiry, in one step.
   *
   * @param key the key, not copied
   * @param expiration as memcached takes it: in seconds up to 30 days, else a Unix time; 0 for
   *     none, negative for at once
   * @return a new operation; the item it answers has the time that was left before
   */
  public static MetaGet touch(byte[] key, int expiration) {
    return new MetaGet(key, " T" + expiration);
  }

  @Override
  String arguments() {
    return " s v f c t" + extra;
  }

  @Override
  void onLine(String reply) throws IOException {
    if (reply.equals("EN")) {
      answer(MetaItem.absent());
      return;
    }
    String[] parts = reply.split(" ", -1);
    if (parts.length < 2 || !parts[0].equals("VA")) {
      throw unexpected();
    }
    try {
      for (int i = 2; i < parts.length; i++) {
        flag(parts[i]);
      }
      expectBlock(Integer.parseInt(parts[1]));
    } catch (NumberFormatException e) {
      throw new IOException("an item has a header without its numbers", e);
    }
  }

  /* The length, s, is also the first word; a flag of a newer server is passed over. */
  private void flag(String part) {
    String value = part.isEmpty() ? "" : part.substring(1);
    switch (part.isEmpty() ? ' ' : part.charAt(0)) {
      case 'f' -> flags = Integer.parseUnsignedInt(value);
      case 'c' -> cas = Long.parseUnsignedLong(value);
      case 't' -> ttl = Integer.parseInt(value);
      case 'W' -> state = MetaItem.State.WON;
      case 'Z' -> state = MetaItem.State.LEASED;
      default -> {}
    }
  }

  @Override
  void onBlock(byte[] data) {
    try {
      answer(new MetaItem(state, flags, CasToken.of(socketTag(), cas), ttl, data));
    } catch (CressException e) {
      fail(e);
    }
  }
}
