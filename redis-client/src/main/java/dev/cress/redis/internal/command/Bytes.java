package dev.cress.redis.internal.command;

import java.nio.ByteBuffer;

/** Bytes out of buffers. */
public final class Bytes {

  private Bytes() {}

  /**
   * Copies what a buffer holds, from its position to its limit.
   *
   * @param buffer the buffer; its position stays
   * @return the bytes
   */
  public static byte[] copy(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.get(buffer.position(), copy);
    return copy;
  }
}
