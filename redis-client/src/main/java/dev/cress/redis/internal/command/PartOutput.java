package dev.cress.redis.internal.command;

import dev.cress.node.CressException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes one node's reply as it comes, undecoded: the user's own output decodes each value later, in
 * the caller's order. Not thread-safe.
 */
final class PartOutput extends CommandOutput<byte[], byte[], Object> {

  private final byte[] @Nullable [] values;
  private int received;
  private int taken;
  private long number;

  /**
   * Creates an output.
   *
   * @param values how many values the reply has; those beyond are dropped
   */
  PartOutput(int values) {
    super(ByteArrayCodec.INSTANCE, "");
    this.values = new byte[values][];
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (received < values.length) {
      values[received++] = bytes == null ? null : Bytes.copy(bytes);
    }
  }

  @Override
  public void set(long integer) {
    number = integer;
  }

  /** Takes it as the reply that no key exists, whatever was received. */
  void miss() {
    Arrays.fill(values, null);
    received = values.length;
    number = 0;
  }

  /** Returns the next value of the reply, null for a key that does not exist. */
  @Nullable ByteBuffer take() {
    if (taken == received) {
      throw new CressException(
          "a node answered " + received + " values where " + values.length + " were asked for");
    }
    byte[] value = values[taken++];
    return value == null ? null : ByteBuffer.wrap(value);
  }

  long number() {
    return number;
  }
}
