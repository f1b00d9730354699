package dev.cress.redis.internal.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;

/**
 * Turns many small flushes into few large ones without making a lone caller wait: when no reply is
 * outstanding a flush goes out at once; otherwise it goes out with the others of this turn of the
 * event loop. Lives on one channel's event loop.
 */
final class FlushCoalescer extends ChannelDuplexHandler {

  private static final int MOST_PENDING = 256;

  private boolean awaitingReply;
  private boolean scheduled;
  private int pending;

  @Override
  public void flush(ChannelHandlerContext context) {
    if (!awaitingReply) {
      flushNow(context);
      return;
    }
    pending++;
    if (pending >= MOST_PENDING) {
      flushNow(context);
    } else if (!scheduled) {
      scheduled = true;
      context.executor().execute(() -> flushScheduled(context));
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    awaitingReply = false;
    flushPending(context);
    context.fireChannelReadComplete();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    flushPending(context);
  }

  private void flushScheduled(ChannelHandlerContext context) {
    scheduled = false;
    flushPending(context);
  }

  private void flushPending(ChannelHandlerContext context) {
    if (pending > 0) {
      flushNow(context);
    }
  }

  private void flushNow(ChannelHandlerContext context) {
    pending = 0;
    awaitingReply = true;
    context.flush();
  }
}
