package dev.cress.redis.internal.migration;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a flat reply: the elements of an array, or the one element of any other reply. */
final class ReplyOutput extends CommandOutput<byte[], byte[], List<Object>> {

  private final List<Object> elements;

  ReplyOutput() {
    this(new ArrayList<>(4));
  }

  private ReplyOutput(List<Object> elements) {
    super(ByteArrayCodec.INSTANCE, elements);
    this.elements = elements;
  }

  @Override
  public void multi(int count) {
    // Elements come one by one.
  }

  @Override
  public void set(long number) {
    elements.add(number);
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (bytes != null) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      elements.add(copy);
    }
  }
}
