package dev.cress.redis.internal.command;

import static java.util.Objects.requireNonNull;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One call of a user's blocking command. Its reply goes straight into the user's output, but for
 * one without a value, which the user gets only if the command is not sent again. Thread-safe.
 */
final class BlockingAttempt extends Command<byte[], byte[], Object> {

  private final RedisCommand<?, ?, ?> command;
  private final BlockingReply reply;
  private final BlockingEnd end;
  private final AtomicBoolean ended = new AtomicBoolean();

  BlockingAttempt(
      RedisCommand<?, ?, ?> command, CommandArgs<byte[], byte[]> args, BlockingEnd end) {
    this(command, args, end, new BlockingReply(requireNonNull(command.getOutput(), "output")));
  }

  private BlockingAttempt(
      RedisCommand<?, ?, ?> command,
      CommandArgs<byte[], byte[]> args,
      BlockingEnd end,
      BlockingReply reply) {
    super(command.getType(), reply, args);
    this.command = command;
    this.reply = reply;
    this.end = end;
  }

  @Override
  public void complete() {
    super.complete();
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    if (reply.isNothing()) {
      end.nothing(this::passOn);
    } else {
      end.answered(command::complete);
    }
  }

  private void passOn() {
    reply.passOn();
    command.complete();
  }

  @Override
  public boolean completeExceptionally(Throwable cause) {
    super.completeExceptionally(cause);
    boolean first = ended.compareAndSet(false, true);
    if (first) {
      end.failed(cause);
    }
    return first;
  }

  @Override
  public void cancel() {
    super.cancel();
    if (ended.compareAndSet(false, true)) {
      end.failed(new CancellationException("the connection cancelled the command"));
    }
  }
}
