package dev.cress.redis.internal.command;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Tells whether a reply may be that for a key that does not exist. Where a key that exists can have
 * the same reply, as for {@code HGET} of a field that it lacks, that counts too.
 */
public final class Nothing {

  private static final Set<String> EMPTY_TEXT = Set.of("GETRANGE", "SUBSTR", "LCS");
  // How a word of the server comes depends on the version of Lettuce.
  private static final Set<ReplyPart> NO_TYPE =
      Set.of(
          new ReplyPart.Status(StandardCharsets.US_ASCII.encode("none")),
          new ReplyPart.Text(StandardCharsets.US_ASCII.encode("none")));

  private Nothing() {}

  /**
   * Looks at a reply.
   *
   * @param reply what a server answered
   * @param command the command's name
   * @return whether the key may not exist there
   */
  public static boolean isIn(ReplyPart reply, String command) {
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
    return reply.equals(ReplyPart.Text.NONE) || (command.equals("TYPE") && NO_TYPE.contains(reply));
  }
}
