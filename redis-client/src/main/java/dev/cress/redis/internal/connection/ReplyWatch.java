package dev.cress.redis.internal.connection;

import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts which commands of a channel are answered before their callers give up, and tells the
 * node's breaker ten times a second while commands are under way. Closes a channel on which nothing
 * was heard for ten seconds although callers have given up. Lives on one channel's event loop, next
 * to Lettuce's own handler of commands; takes no lock and allocates nothing per command.
 */
final class ReplyWatch extends ChannelDuplexHandler {

  /* Replies come in the order of commands, so the first command that waits tells of all: if its
   * caller has given up before a reply arrives, the reply is late. When the node is silent, the
   * commands whose callers have given up meanwhile have failed. Nobody looks further than the first
   * few; when all of those have failed already, a look counts as one more failure. A command that a
   * look has counted is not counted again when its reply comes late or never. When the look itself
   * comes late, this process was busy, and no node is to blame. */
  private static final long INTERVAL_MILLIS = 100;
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS * 3 / 2);
  private static final int MOST_LOOKED_AT = 64;
  /* The system would keep a connection whose other end is gone for a quarter of an hour, and while
   * it is kept, nobody asks what address the node has now. */
  private static final int MOST_SILENT_LOOKS = 100;

  private final Queue<RedisCommand<?, ?, ?>> waiting;
  private final LongSupplier nanoTime;
  private @Nullable NodeHealth health;
  private long written;
  private long answered;
  private long failed;
  private long replied;
  private long counted;
  private int silentLooks;
  private boolean heard;
  private boolean scheduled;
  private long scheduledAt;

  /**
   * Creates a watch.
   *
   * @param waiting the commands that wait for a reply, the first to be answered first
   * @param nanoTime the clock, as {@link System#nanoTime()}
   */
  ReplyWatch(Queue<RedisCommand<?, ?, ?>> waiting, LongSupplier nanoTime) {
    this.waiting = waiting;
    this.nanoTime = nanoTime;
  }

  /** Puts one into a channel that Lettuce has set up. */
  static void addTo(Channel channel) {
    ChannelHandlerContext commands = channel.pipeline().context(CommandHandler.class);
    CommandHandler handler = (CommandHandler) commands.handler();
    channel
        .pipeline()
        .addBefore(commands.name(), null, new ReplyWatch(handler.getStack(), System::nanoTime));
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof Introduction introduction) {
      health = introduction.health();
    }
    written += message instanceof Collection<?> batch ? batch.size() : 1;
    if (!scheduled) {
      schedule(context);
    }
    context.write(message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    RedisCommand<?, ?, ?> first = waiting.peek();
    boolean late = first != null && SentAnyway.isGivenUp(first);
    long before = ended();
    heard = true;
    context.fireChannelRead(message);
    long replies = ended() - before;
    replied += replies;
    if (late) {
      long known = Math.min(counted, replies);
      counted -= known;
      failed += replies - known;
    } else {
      answered += replies;
      counted = Math.min(counted, waiting.size());
    }
  }

  /** Commands whose connection is lost before their reply are not answered. */
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    failed += Math.max(0, written - replied - counted);
    report();
    context.fireChannelInactive();
  }

  private long ended() {
    return written - waiting.size();
  }

  private void schedule(ChannelHandlerContext context) {
    scheduled = true;
    scheduledAt = nanoTime.getAsLong();
    context.executor().schedule(() -> look(context), INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  /* A channel that is not read, because a subscriber wants no more for now, is not silent. */
  private void look(ChannelHandlerContext context) {
    scheduled = false;
    if (heard || !context.channel().config().isAutoRead()) {
      silentLooks = 0;
    } else {
      judgeSilence(context);
    }
    if (nanoTime.getAsLong() - scheduledAt > LATE_NANOS) {
      failed = 0;
    }
    report();
    heard = false;
    if (!waiting.isEmpty()) {
      schedule(context);
    }
  }

  private void judgeSilence(ChannelHandlerContext context) {
    long over = 0;
    int lookedAt = 0;
    for (RedisCommand<?, ?, ?> command : waiting) {
      over += SentAnyway.isGivenUp(command) ? 1 : 0;
      if (++lookedAt == MOST_LOOKED_AT) {
        break;
      }
    }
    long more = over == MOST_LOOKED_AT && counted >= over ? 1 : Math.max(0, over - counted);
    failed += more;
    counted += counted < waiting.size() ? more : 0;
    silentLooks++;
    if (over > 0 && silentLooks >= MOST_SILENT_LOOKS) {
      context.close();
    }
  }

  private void report() {
    NodeHealth known = health;
    if (known != null && answered + failed > 0) {
      known.breaker().report(answered, failed);
    }
    answered = 0;
    failed = 0;
  }
}
