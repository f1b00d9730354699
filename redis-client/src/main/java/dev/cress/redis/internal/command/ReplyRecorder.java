package dev.cress.redis.internal.command;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Takes any reply as it comes, for the user's own output to decode later. Not thread-safe. */
public final class ReplyRecorder extends CommandOutput<byte[], byte[], ReplyPart> {

  private final Deque<ReplyPart.Many> open = new ArrayDeque<>();

  /** Creates an empty recorder. */
  public ReplyRecorder() {
    super(ByteArrayCodec.INSTANCE, ReplyPart.Text.NONE);
  }

  private void add(ReplyPart part) {
    ReplyPart.Many list = open.peek();
    if (list == null) {
      output = part;
    } else {
      list.parts().add(part);
    }
  }

  private void begin(ReplyPart.Shape shape, int count) {
    ReplyPart.Many list = new ReplyPart.Many(shape, count, new ArrayList<>(Math.max(count, 0)));
    add(list);
    open.push(list);
  }

  /** A list has ended when something less deep has. */
  @Override
  public void complete(int depth) {
    while (open.size() > depth) {
      open.pop();
    }
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    add(bytes == null ? ReplyPart.Text.NONE : ReplyPart.Text.of(Bytes.copy(bytes)));
  }

  @Override
  public void setSingle(ByteBuffer bytes) {
    add(new ReplyPart.Status(ByteBuffer.wrap(Bytes.copy(bytes))));
  }

  @Override
  public void setBigNumber(ByteBuffer bytes) {
    set(bytes);
  }

  @Override
  public void set(long integer) {
    add(new ReplyPart.Whole(integer));
  }

  @Override
  public void set(double number) {
    add(new ReplyPart.Fraction(number));
  }

  @Override
  public void set(boolean value) {
    add(new ReplyPart.Truth(value));
  }

  @Override
  public void multi(int count) {
    begin(ReplyPart.Shape.ARRAY, count);
  }

  @Override
  public void multiSet(int count) {
    begin(ReplyPart.Shape.SET, count);
  }

  @Override
  public void multiMap(int count) {
    begin(ReplyPart.Shape.MAP, count);
  }
}
