package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;

import java.util.List;

/**
 * What an owner adopts: a value with its expiry, or absence with the life of its mark. Immutable.
 */
final class Payload {

  private static final byte[] NOTHING = {};
  private static final byte[] FOREVER = bytes("+inf");

  private final byte[] dump;
  private final long expiry;
  private final byte[] markLife;

  private Payload(byte[] dump, long expiry, byte[] markLife) {
    this.dump = dump;
    this.expiry = expiry;
    this.markLife = markLife;
  }

  /**
   * A value as a previous owner gave it. Its expiry is counted from a moment in the owner's clock
   * before the rest of its life was read: it never lives longer than it would have.
   */
  static Payload of(Reply dump, long now) {
    long ttl = dump.number(2);
    return new Payload(dump.bytes(1), ttl < 0 ? 0 : now + ttl, NOTHING);
  }

  /** Absence that the previous owner confirmed: marked for some ms. */
  static Payload absent(byte[] markLife) {
    return new Payload(NOTHING, 0, markLife);
  }

  /** Absence that was decided although the previous owner may hold the key: marked for good. */
  static Payload absentForever() {
    return absent(FOREVER);
  }

  boolean isPresent() {
    return dump.length > 0;
  }

  /** The arguments of adopting that tell of the key alone. */
  List<byte[]> args() {
    return List.of(bytes(Long.toString(expiry)), dump, markLife);
  }
}
