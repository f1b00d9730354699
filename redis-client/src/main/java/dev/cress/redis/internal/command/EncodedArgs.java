package dev.cress.redis.internal.command;

import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one command as they go over the wire, with random access to each. Encoding costs
 * one pass over the arguments and one copy of them. Immutable.
 */
public final class EncodedArgs {

  /* Each argument is a frame "$<length>\r\n<payload>\r\n". Argument i is the frame
   * bytes[frames[i], frames[i + 1]); its payload starts at payloads[i] and ends 2 bytes before the
   * frame does. Sub-commands copy whole frames, so nothing is encoded twice. */

  private static final int CRLF = 2;
  private static final int BYTES_PER_ARGUMENT = 32;
  // Heap only: codecs that encode through a temporary buffer take it from the same allocator.
  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false, true);
  private static final EncodedArgs NONE = new EncodedArgs(new byte[0], 0);

  private final byte[] bytes;
  private final int[] frames;
  private final int[] payloads;

  private EncodedArgs(byte[] bytes, int count) {
    this.bytes = bytes;
    this.frames = new int[count + 1];
    this.payloads = new int[count];
    int at = 0;
    for (int i = 0; i < count; i++) {
      frames[i] = at;
      int length = 0;
      for (at++; bytes[at] != '\r'; at++) {
        length = length * 10 + bytes[at] - '0';
      }
      payloads[i] = at + CRLF;
      at = payloads[i] + length + CRLF;
    }
    frames[count] = at;
  }

  static EncodedArgs of(@Nullable CommandArgs<?, ?> args) {
    if (args == null || args.count() == 0) {
      return NONE;
    }
    ByteBuf buffer = HEAP.heapBuffer(args.count() * BYTES_PER_ARGUMENT);
    try {
      args.encode(buffer);
      return new EncodedArgs(buffer.array(), args.count());
    } finally {
      buffer.release(); // the array stays ours: an unpooled buffer never hands it out again
    }
  }

  /**
   * Tells how an encoded argument begins.
   *
   * @param argument a key or a channel
   * @param prefix may be empty
   * @return whether it begins with the prefix
   */
  public static boolean startsWith(byte[] argument, byte[] prefix) {
    return argument.length >= prefix.length
        && Arrays.equals(argument, 0, prefix.length, prefix, 0, prefix.length);
  }

  /**
   * Returns copies of all arguments of a command.
   *
   * @param args the arguments, null when there are none
   * @return the encoded arguments in order
   */
  public static List<byte[]> listOf(@Nullable CommandArgs<?, ?> args) {
    EncodedArgs encoded = of(args);
    return IntStream.range(0, encoded.count()).mapToObj(encoded::argument).toList();
  }

  int count() {
    return payloads.length;
  }

  /** Returns a copy of one argument. */
  byte[] argument(int index) {
    return Arrays.copyOfRange(bytes, payloads[index], frames[index + 1] - CRLF);
  }

  /** Tells whether an argument is this word, upper or lower case. */
  boolean isWord(int index, String word) {
    int start = payloads[index];
    int length = frames[index + 1] - CRLF - start;
    return length == word.length()
        && word.equalsIgnoreCase(new String(bytes, start, length, StandardCharsets.ISO_8859_1));
  }

  /** Tells whether an argument has this ASCII character. */
  boolean contains(int index, char wanted) {
    int end = frames[index + 1] - CRLF;
    int at = payloads[index];
    while (at < end && bytes[at] != wanted) {
      at++;
    }
    return at < end;
  }

  /** Returns an argument that is a number from 0 to 999,999,999, or -1 when it is none. */
  int number(int index) {
    int start = payloads[index];
    int end = frames[index + 1] - CRLF;
    if (start == end || end - start > 9) {
      return -1;
    }
    int number = 0;
    for (int at = start; at < end; at++) {
      if (bytes[at] < '0' || bytes[at] > '9') {
        return -1;
      }
      number = number * 10 + bytes[at] - '0';
    }
    return number;
  }

  /** Writes {@code count} arguments from {@code index} on, as they were encoded. */
  void writeTo(ByteBuf target, int index, int count) {
    target.writeBytes(bytes, frames[index], frames[index + count] - frames[index]);
  }
}
