package dev.cress.redis.internal.routing;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Answers commands in the words of a server, without asking one. */
final class Replies {

  private static final String ABORTED =
      "EXECABORT Transaction discarded because of previous errors.";

  private Replies() {}

  static void ok(RedisCommand<?, ?, ?> command) {
    CommandOutput<?, ?, ?> output = command.getOutput();
    if (output != null) {
      output.setSingle(text("OK"));
      output.complete(0);
    }
    command.complete();
  }

  static void error(RedisCommand<?, ?, ?> command, String message) {
    command.completeExceptionally(new RedisCommandExecutionException(message));
  }

  /** The reply to EXEC when nothing was to be done. */
  static void emptyList(RedisCommand<?, ?, ?> exec) {
    exec.getOutput().multiArray(0);
    exec.getOutput().complete(0);
    exec.complete();
  }

  /** The reply to EXEC after a command of the transaction was refused. */
  static void aborted(RedisCommand<?, ?, ?> exec, Throwable refusal) {
    exec.getOutput().setError(text(ABORTED));
    exec.getOutput().complete(0);
    exec.completeExceptionally(new RedisCommandExecutionException(ABORTED, refusal));
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }
}
