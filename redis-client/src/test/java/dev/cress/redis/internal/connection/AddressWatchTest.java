package dev.cress.redis.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a live channel when the name that led to it leads elsewhere. */
class AddressWatchTest {

  private static final RedisURI URI = RedisURI.create("cache.invalid", 6379);
  private static final SocketAddress SERVER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 6379);

  private final AtomicReference<SocketAddress> behindTheName = new AtomicReference<>();
  private final ClientResources resources =
      ClientResources.builder().socketAddressResolver(new Names()).build();
  private final EmbeddedChannel channel = new ChannelToServer();
  private final AddressWatch watch = new AddressWatch("a", URI, resources, channel, channel::close);

  @AfterEach
  void stop() {
    channel.close();
    resources.shutdown(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void aNameThatLeadsToTheChannelsAddressKeepsIt() {
    behindTheName.set(SERVER);

    watch.run();

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void aNameThatLeadsElsewhereEndsTheChannel() {
    behindTheName.set(new InetSocketAddress(InetAddress.getLoopbackAddress(), 6380));

    watch.run();

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aNameThatIsNotKnownKeepsTheChannel() {
    behindTheName.set(InetSocketAddress.createUnresolved("cache.invalid", 6379));

    watch.run();

    channel.runPendingTasks();
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void aResolverThatFailsKeepsTheChannel() {
    watch.run();

    assertThat(channel.isOpen()).isTrue();
  }

  private final class Names extends SocketAddressResolver {
    @Override
    public SocketAddress resolve(RedisURI uri) {
      SocketAddress address = behindTheName.get();
      if (address == null) {
        throw new IllegalStateException("no name server");
      }
      return address;
    }
  }

  private static final class ChannelToServer extends EmbeddedChannel {
    @Override
    protected SocketAddress remoteAddress0() {
      return SERVER;
    }
  }
}
