package dev.cress.redis.internal.command;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes a reply to the user's output as it comes, but holds it back if it is a null: that output
 * can take only one reply, and the next call may bring a better one. Not thread-safe.
 */
final class BlockingReply extends CommandOutput<byte[], byte[], Object> {

  private final CommandOutput<?, ?, ?> users;
  private boolean begun;
  private @Nullable Runnable held;

  BlockingReply(CommandOutput<?, ?, ?> users) {
    super(ByteArrayCodec.INSTANCE, "");
    this.users = users;
  }

  /** Tells whether the reply was a null, which the user has not got. */
  boolean isNothing() {
    return held != null;
  }

  /** Gives the user the null after all. */
  void passOn() {
    if (held != null) {
      held.run();
      users.complete(0);
    }
  }

  private CommandOutput<?, ?, ?> users() {
    begun = true;
    return users;
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    if (bytes == null && !begun) {
      held = () -> users.set((ByteBuffer) null);
    } else {
      users().set(bytes);
    }
  }

  @Override
  public void multiArray(int count) {
    if (count < 0 && !begun) {
      held = () -> users.multiArray(count);
    } else {
      users().multiArray(count);
    }
  }

  @Override
  public void setSingle(ByteBuffer bytes) {
    users().setSingle(bytes);
  }

  @Override
  public void setBigNumber(ByteBuffer bytes) {
    users().setBigNumber(bytes);
  }

  @Override
  public void set(long integer) {
    users().set(integer);
  }

  @Override
  public void set(double number) {
    users().set(number);
  }

  @Override
  public void set(boolean value) {
    users().set(value);
  }

  @Override
  public void setError(ByteBuffer error) {
    users().setError(error);
  }

  @Override
  public void setError(String error) {
    users().setError(error);
  }

  @Override
  public void multiMap(int count) {
    users().multiMap(count);
  }

  @Override
  public void multiSet(int count) {
    users().multiSet(count);
  }

  @Override
  public void multiPush(int count) {
    users().multiPush(count);
  }

  @Override
  public void complete(int depth) {
    if (held == null) {
      users.complete(depth);
    }
  }
}
