package dev.cress.redis.internal.command;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Tells whether a reply may be that for a key that does not exist. Where a key that exists can have
 * the same reply, as for {@code HGET} of a field that it lacks, that counts too.
 */
final class Nothing {

  private static final Set<String> EMPTY_TEXT = Set.of("GETRANGE", "SUBSTR", "LCS");
  private static final ReplyPart NO_TYPE = status("none");

  private Nothing() {}

  static boolean isIn(ReplyPart reply, String command) {
    if (reply instanceof ReplyPart.Whole whole) {
      return whole.value() == 0 || whole.value() == -2;
    }
    if (reply instanceof ReplyPart.Truth truth) {
      return !truth.value();
    }
    if (reply instanceof ReplyPart.Many many) {
      return many.parts().stream().allMatch(part -> isIn(part, command));
    }
    if (reply instanceof ReplyPart.Text text && EMPTY_TEXT.contains(command)) {
      return text.bytes() == null || !text.bytes().hasRemaining();
    }
    return reply.equals(ReplyPart.Text.NONE) || (command.equals("TYPE") && reply.equals(NO_TYPE));
  }

  private static ReplyPart status(String word) {
    ReplyRecorder recorder = new ReplyRecorder();
    recorder.setSingle(ByteBuffer.wrap(word.getBytes(StandardCharsets.US_ASCII)));
    return recorder.get();
  }
}
