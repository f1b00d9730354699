package dev.cress.redis.internal.routing;

import dev.cress.node.CressException;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.internal.command.CommandCopy;
import dev.cress.redis.internal.command.CopyRead;
import dev.cress.redis.internal.command.ReplyPart;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read on its way from copy to copy. Asks one at a time: the next is asked on the thread that has
 * the answer of the last.
 */
final class ReplicaRead implements CommandCopy.Sender {

  private final RedisCommand<?, ?, ?> command;
  private final CopyRead read;
  private final List<Replica> replicas;
  private final List<Throwable> failures = new ArrayList<>();

  ReplicaRead(RedisCommand<?, ?, ?> command, CopyRead read, List<Replica> replicas) {
    this.command = command;
    this.read = read;
    this.replicas = replicas;
  }

  void start() {
    ask(0);
  }

  private void ask(int copy) {
    replicas.get(copy).connection().write(new CommandCopy(read.type(), read.args(), copy, this));
  }

  @Override
  public boolean isOver() {
    return command.isDone();
  }

  @Override
  public void ended(int copy, @Nullable ReplyPart reply, @Nullable Throwable failure) {
    boolean complete = reply != null && take(reply);
    if (failure != null) {
      failures.add(failure);
    }
    if (complete || copy + 1 == replicas.size()) {
      finish();
    } else if (!command.isDone()) {
      ask(copy + 1);
    }
  }

  private boolean take(ReplyPart reply) {
    try {
      return read.take(reply);
    } catch (CressException e) {
      failures.add(e);
      return false;
    }
  }

  /* A copy that has nothing is an answer, even if others have failed: most often nothing is there. */
  private void finish() {
    ReplyPart reply = read.reply();
    if (reply != null) {
      ReplyPart.complete(command, reply);
    } else {
      command.completeExceptionally(failure());
    }
  }

  /** That of a copy that was asked, if one was: only what was sent nowhere was not sent. */
  private Throwable failure() {
    Throwable shown =
        failures.stream()
            .filter(failure -> !(failure instanceof NodeUnavailableException))
            .findFirst()
            .orElse(failures.get(0));
    failures.stream().filter(failure -> !failure.equals(shown)).forEach(shown::addSuppressed);
    return shown;
  }
}
