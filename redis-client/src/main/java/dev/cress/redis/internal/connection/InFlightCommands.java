package dev.cress.redis.internal.connection;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Tells of each command whose connection is lost whether it was sent: those that wait for a reply
 * end as of unknown outcome, those that come later as not sent. By itself Lettuce ends one with the
 * socket's own error, some with the error of a write and the others with a text. Lives on one
 * channel's event loop.
 */
final class InFlightCommands extends ChannelDuplexHandler {

  private String server = "a node";
  private @Nullable Throwable lossCause;

  @Override
  public void channelActive(ChannelHandlerContext context) {
    SocketAddress address = context.channel().remoteAddress();
    server =
        address instanceof InetSocketAddress inet
            ? inet.getHostString() + ":" + inet.getPort()
            : String.valueOf(address);
    // The first to know: the channel is closed, and what was written to it has not failed yet.
    context.channel().closeFuture().addListener(closed -> end(context));
    context.fireChannelActive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      lossCause = cause;
      end(context);
    }
    context.fireExceptionCaught(cause);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (context.channel().isActive()) {
      context.write(message, promise);
    } else {
      ReferenceCountUtil.release(message);
      promise.tryFailure(new NodeUnavailableException(server, lossCause));
    }
  }

  private void end(ChannelHandlerContext context) {
    CommandHandler handler = context.pipeline().get(CommandHandler.class);
    if (handler == null) {
      return;
    }
    Queue<RedisCommand<?, ?, ?>> waiting = handler.getStack();
    for (RedisCommand<?, ?, ?> next = waiting.poll(); next != null; next = waiting.poll()) {
      next.completeExceptionally(new OutcomeUnknownException(server, lossCause));
    }
  }
}
