package dev.cress.redis.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class FlushCoalescerTest {

  private final FlushCounter flushes = new FlushCounter();
  private final EmbeddedChannel channel = new EmbeddedChannel(flushes, new FlushCoalescer());

  @Test
  void aLoneFlushGoesOutAtOnce() {
    channel.pipeline().flush();

    assertThat(flushes.count).isEqualTo(1);
  }

  @Test
  void flushesBehindAnUnansweredOneGoOutTogether() {
    channel.pipeline().flush();
    channel.pipeline().flush();
    channel.pipeline().flush();
    assertThat(flushes.count).isEqualTo(1);

    channel.runPendingTasks();

    assertThat(flushes.count).isEqualTo(2);
  }

  @Test
  void afterAReplyTheNextFlushGoesOutAtOnce() {
    channel.pipeline().flush();
    channel.pipeline().fireChannelReadComplete();

    channel.pipeline().flush();

    assertThat(flushes.count).isEqualTo(2);
  }

  @Test
  void aReplyFlushesWhatWaits() {
    channel.pipeline().flush();
    channel.pipeline().flush();

    channel.pipeline().fireChannelReadComplete();
    channel.runPendingTasks();

    assertThat(flushes.count).isEqualTo(2);
  }

  @Test
  void aLongRowOfFlushesDoesNotWaitForItsEnd() {
    for (int i = 0; i < 1 + 256; i++) {
      channel.pipeline().flush();
    }

    assertThat(flushes.count).isEqualTo(2);
  }

  @Test
  void whatWaitsGoesOutWhenTheHandlerIsRemoved() {
    channel.pipeline().flush();
    channel.pipeline().flush();

    channel.pipeline().remove(FlushCoalescer.class);

    assertThat(flushes.count).isEqualTo(2);
  }

  private static final class FlushCounter extends ChannelOutboundHandlerAdapter {
    int count;

    @Override
    public void flush(ChannelHandlerContext context) {
      count++;
      context.flush();
    }
  }
}
