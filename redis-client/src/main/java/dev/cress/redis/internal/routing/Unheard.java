package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandCopy;
import dev.cress.redis.internal.command.ReplyPart;
import org.jspecify.annotations.Nullable;

/** Stands for a caller who does not care for the answer, but for whether it comes in time. */
final class Unheard implements CommandCopy.Sender {

  private final long deadline;

  /**
   * Creates a caller.
   *
   * @param patience for how long an answer is in time, in ns
   */
  Unheard(long patience) {
    this.deadline = System.nanoTime() + patience;
  }

  @Override
  public boolean isOver() {
    return System.nanoTime() - deadline >= 0;
  }

  @Override
  public void ended(int copy, @Nullable ReplyPart reply, @Nullable Throwable failure) {
    // Its connection knows.
  }
}
