package dev.cress.redis.internal.command;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reply of a server, or a part of one, undecoded. Immutable. */
public sealed interface ReplyPart {

  /**
   * Hands this part to an output, as Lettuce's decoder does.
   *
   * @param output takes it
   * @param depth how many lists it stands in
   */
  void feed(CommandOutput<?, ?, ?> output, int depth);

  /**
   * Completes a command with a reply, or with whatever keeps its output from taking it.
   *
   * @param command the command; nothing happens if it is done already
   * @param reply its whole reply
   */
  static void complete(RedisCommand<?, ?, ?> command, ReplyPart reply) {
    if (command.isDone()) {
      return;
    }
    try {
      CommandOutput<?, ?, ?> output = command.getOutput();
      if (output != null) {
        reply.feed(output, 0);
        output.complete(0);
      }
    } catch (RuntimeException e) {
      command.completeExceptionally(e);
      return;
    }
    command.complete();
  }

  /**
   * A string, or nothing.
   *
   * @param bytes the string, not to be changed; null for none
   */
  record Text(@Nullable ByteBuffer bytes) implements ReplyPart {

    /** No value. */
    public static final Text NONE = new Text(null);

    /**
     * A string.
     *
     * @param bytes the string; not copied
     * @return a part
     */
    public static Text of(byte[] bytes) {
      return new Text(ByteBuffer.wrap(bytes));
    }

    @Override
    public void feed(CommandOutput<?, ?, ?> output, int depth) {
      output.set(bytes == null ? null : bytes.duplicate());
    }
  }

  /**
   * A word of the server itself, such as {@code OK}: no value of a user, so no codec decodes it.
   *
   * @param bytes the word, not to be changed
   */
  record Status(ByteBuffer bytes) implements ReplyPart {

    /** Done. */
    public static final Status OK = new Status(StandardCharsets.US_ASCII.encode("OK"));

    @Override
    public void feed(CommandOutput<?, ?, ?> output, int depth) {
      output.setSingle(bytes.duplicate());
    }
  }

  /**
   * An integer.
   *
   * @param value the integer
   */
  record Whole(long value) implements ReplyPart {
    @Override
    public void feed(CommandOutput<?, ?, ?> output, int depth) {
      output.set(value);
    }
  }

  /**
   * A number with a fraction.
   *
   * @param value the number
   */
  record Fraction(double value) implements ReplyPart {
    @Override
    public void feed(CommandOutput<?, ?, ?> output, int depth) {
      output.set(value);
    }
  }

  /**
   * True or false.
   *
   * @param value which
   */
  record Truth(boolean value) implements ReplyPart {
    @Override
    public void feed(CommandOutput<?, ?, ?> output, int depth) {
      output.set(value);
    }
  }

  /**
   * An array, a set or a map.
   *
   * @param shape which of them
   * @param count the number that the server told: entries of a map, elements of the others, -1 for
   *     no array
   * @param parts the elements; key and value in turn of a map
   */
  record Many(Shape shape, int count, List<ReplyPart> parts) implements ReplyPart {

    /**
     * An array.
     *
     * @param parts its elements; not copied
     * @return a part
     */
    public static Many array(List<ReplyPart> parts) {
      return new Many(Shape.ARRAY, parts.size(), parts);
    }

    @Override
    public void feed(CommandOutput<?, ?, ?> output, int depth) {
      switch (shape) {
        case ARRAY -> output.multiArray(count);
        case SET -> output.multiSet(count);
        case MAP -> output.multiMap(count);
      }
      for (ReplyPart part : parts) {
        part.feed(output, depth + 1);
        output.complete(depth + 1);
      }
    }
  }

  /** How a server sends several parts. */
  enum Shape {
    /** In order. */
    ARRAY,
    /** In no order. */
    SET,
    /** Key and value in turn. */
    MAP
  }
}
