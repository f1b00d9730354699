package dev.cress.redis.internal.connection;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Tells of each command whose connection is lost whether it was sent: those that wait for a reply
 * end as of unknown outcome, those that come later as not sent. By itself Lettuce ends one with the
 * socket's own error, some with the error of a write and the others with a text. Lives on one
 * channel's event loop, next to Lettuce's own handler of commands; {@link #isLost} is for all
 * threads.
 */
final class InFlightCommands extends ChannelDuplexHandler {

  /** Why there is no connection although the server was reached. */
  static final String CLOSED_EARLY =
      "the connection was closed by the other side while it was set up";

  private String node = "";
  private volatile @Nullable Channel channel;
  private @Nullable Throwable lossCause;
  private volatile boolean lost;

  /** Puts one into a channel that Lettuce has set up. */
  static void addTo(Channel channel) {
    channel
        .pipeline()
        .addBefore(
            channel.pipeline().context(CommandHandler.class).name(), null, new InFlightCommands());
  }

  /** Whether the connection is lost: then nothing is sent any more. */
  boolean isLost() {
    return lost;
  }

  /** The channel that it lives on; null before it was put into one. */
  @Nullable Channel channel() {
    return channel;
  }

  /** The first to know of a loss: what was written to the channel has not failed yet. */
  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    context.channel().closeFuture().addListener(closed -> end(context));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException || cause.getCause() instanceof IOException) {
      lossCause = cause;
      end(context);
    }
    context.fireExceptionCaught(cause);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof Introduction introduction) {
      node = introduction.node();
      introduction.passes(this);
    }
    if (lost) {
      promise.tryFailure(new NodeUnavailableException(node, lossCause));
    } else {
      context.write(message, promise);
    }
  }

  /* Marked first: whoever sends again when a command ends must not be taken for one in flight. */
  private void end(ChannelHandlerContext context) {
    lost = true;
    Queue<RedisCommand<?, ?, ?>> waiting = context.pipeline().get(CommandHandler.class).getStack();
    for (RedisCommand<?, ?, ?> next = waiting.poll(); next != null; next = waiting.poll()) {
      next.completeExceptionally(failure());
    }
  }

  /* What was sent before the introduction is Lettuce's own way to set a connection up. */
  private RedisException failure() {
    return node.isEmpty()
        ? new RedisConnectionException(CLOSED_EARLY, lossCause)
        : new OutcomeUnknownException(node, lossCause);
  }
}
