package dev.cress.redis.internal.command;

import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A user's command as one of several nodes gets it. Takes the reply undecoded. It counts as done
 * once nobody waits for it any more, so that Lettuce drops it where it was not sent yet, and its
 * node is known to be late. Thread-safe.
 */
public final class CommandCopy extends Command<byte[], byte[], ReplyPart> {

  /** Who has sent copies of one command. */
  public interface Sender {

    /**
     * Tells whether the wait is over.
     *
     * @return true once no copy is to be sent any more
     */
    boolean isOver();

    /**
     * Takes how a copy has ended. Called once for each copy that was written.
     *
     * @param copy which
     * @param reply the node's reply; null if there is none
     * @param failure why there is no reply, else null; an error reply is a failure
     */
    void ended(int copy, @Nullable ReplyPart reply, @Nullable Throwable failure);
  }

  private final int number;
  private final Sender sender;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * Creates a copy.
   *
   * @param type the command
   * @param args its arguments, for this copy only
   * @param number names the copy to its sender
   * @param sender told how it ends
   */
  public CommandCopy(
      ProtocolKeyword type, CommandArgs<byte[], byte[]> args, int number, Sender sender) {
    super(type, new ReplyRecorder(), args);
    this.number = number;
    this.sender = sender;
  }

  @Override
  public void complete() {
    super.complete();
    if (getOutput().hasError()) {
      end(null, ExceptionFactory.createExecutionException(getOutput().getError()));
    } else {
      end(getOutput().get(), null);
    }
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    super.completeExceptionally(failure);
    return end(null, failure);
  }

  @Override
  public void cancel() {
    super.cancel();
    end(null, new CancellationException("the connection cancelled the command"));
  }

  @Override
  public boolean isDone() {
    return super.isDone() || sender.isOver();
  }

  private boolean end(@Nullable ReplyPart reply, @Nullable Throwable failure) {
    boolean first = ended.compareAndSet(false, true);
    if (first) {
      sender.ended(number, reply, failure);
    }
    return first;
  }
}
