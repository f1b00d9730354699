package dev.cress.redis.internal.connection;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that go over one connection with nothing between them, all or none. Given to a
 * connection like a single command. For one use.
 */
public final class Batch extends Command<byte[], byte[], Object> {

  /* Lettuce writes a collection of commands one by one; other threads' commands may come between
   * them. So the batch passes Lettuce's endpoint as one command, and Splitter, which stands before
   * Lettuce's handler of commands, hands that handler the list of them as one message. Nothing may be
   * wrapped around a batch, or Splitter would not know it. */

  private final List<RedisCommand<?, ?, ?>> commands;

  /**
   * Creates a batch.
   *
   * @param commands what to send, in order, at least one; none of them is done before its reply has
   *     come
   */
  public Batch(List<RedisCommand<?, ?, ?>> commands) {
    super(CommandType.MULTI, null, null);
    this.commands = List.copyOf(commands);
  }

  /** The command that is answered last. */
  RedisCommand<?, ?, ?> last() {
    return commands.get(commands.size() - 1);
  }

  /** The same batch with another last command. */
  Batch endingWith(RedisCommand<?, ?, ?> last) {
    List<RedisCommand<?, ?, ?>> changed = new ArrayList<>(commands);
    changed.set(changed.size() - 1, last);
    return new Batch(changed);
  }

  @Override
  public boolean completeExceptionally(Throwable cause) {
    commands.forEach(command -> command.completeExceptionally(cause));
    return super.completeExceptionally(cause);
  }

  @Override
  public void cancel() {
    commands.forEach(RedisCommand::cancel);
    super.cancel();
  }

  /** Hands the commands of a batch on as one message. Lives in one channel. */
  static final class Splitter extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      context.write(message instanceof Batch batch ? batch.commands : message, promise);
    }
  }
}
