package dev.cress.redis.internal.connection;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.event.DefaultEventPublisherOptions;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the sockets to nodes, through a Lettuce client of its own whose options keep a command from
 * ever being sent twice. Thread-safe.
 */
public final class Connector {

  /**
   * Commands that may wait or be under way on one connection, unless the user sets another bound.
   */
  public static final int DEFAULT_QUEUE_SIZE = 65_536;

  /**
   * How long a node that takes a connection and then is silent may keep waiting whoever sets it up,
   * or whoever waits for all nodes.
   */
  public static final Duration MOST_SILENCE = Duration.ofSeconds(5);

  private static final Delay RECONNECT_DELAY =
      Delay.fullJitter(Duration.ofMillis(10), Duration.ofSeconds(2), 10, TimeUnit.MILLISECONDS);

  private final RedisClient client;
  private final ClientResources resources;
  private final Set<EventLoop> loops;

  /**
   * Creates a connector.
   *
   * @param resources the user's resources; shared, not closed here
   * @param options the user's options; reconnect, rejection, queue bound and time-out are ours
   */
  public Connector(ClientResources resources, ClientOptions options) {
    this(resources, ConcurrentHashMap.newKeySet());
    options(options);
  }

  /**
   * Creates a connector over a Lettuce client that is set up already.
   *
   * @param resources shared, not closed here
   * @param client makes the sockets; closed with this connector, its resources too
   */
  public Connector(ClientResources resources, RedisClient client) {
    this(resources, client, Set.of());
  }

  private Connector(ClientResources resources, Set<EventLoop> loops) {
    this(resources, RedisClient.create(withOurHandlers(resources, loops)), loops);
  }

  private Connector(ClientResources resources, RedisClient client, Set<EventLoop> loops) {
    this.resources = resources;
    this.client = client;
    this.loops = loops;
  }

  /**
   * Sets the options of sockets made from now on.
   *
   * @param options the user's options
   */
  public void options(ClientOptions options) {
    client.setOptions(nodeOptions(options));
  }

  /* Threads, timer and metrics are named again: a mutation neither shares nor spares them by itself. */
  private static ClientResources withOurHandlers(ClientResources resources, Set<EventLoop> loops) {
    return resources
        .mutate()
        .eventLoopGroupProvider(resources.eventLoopGroupProvider())
        .eventExecutorGroup(resources.eventExecutorGroup())
        .timer(resources.timer())
        .commandLatencyRecorder(resources.commandLatencyRecorder())
        .commandLatencyPublisherOptions(DefaultEventPublisherOptions.disabled())
        .nettyCustomizer(new OurHandlers(resources.nettyCustomizer(), loops))
        .build();
  }

  private static ClientOptions nodeOptions(ClientOptions options) {
    int queueSize = options.getRequestQueueSize();
    return options
        .mutate()
        .autoReconnect(false)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(queueSize == Integer.MAX_VALUE ? DEFAULT_QUEUE_SIZE : queueSize)
        .timeoutOptions(TimeoutOptions.create())
        .build();
  }

  CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect(RedisURI uri) {
    return attempt(() -> client.connectAsync(ByteArrayCodec.INSTANCE, uri));
  }

  CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connectPubSub(RedisURI uri) {
    return attempt(() -> client.connectPubSubAsync(ByteArrayCodec.INSTANCE, uri));
  }

  /*
   * With a password Lettuce may end a handshake on a thread of its own, and gives the connection away
   * before the channel's event loop has opened it: until then each command is rejected. What the
   * event loops have to do by now includes that.
   */
  private <T extends StatefulConnection<?, ?>> CompletionStage<T> opened(T connection) {
    return connection.isOpen()
        ? CompletableFuture.completedFuture(connection)
        : CompletableFuture.allOf(
                loops.stream()
                    .map(loop -> CompletableFuture.runAsync(() -> {}, loop))
                    .toArray(CompletableFuture<?>[]::new))
            .thenApply(done -> connection);
  }

  /*
   * A channel that is closed before Lettuce has looked at it has lost its handlers, and with them
   * the reason, such as a wrong password. A second attempt tells it. What fails holds no password.
   */
  private <T extends StatefulConnection<?, ?>> CompletableFuture<T> attempt(
      Supplier<CompletionStage<T>> connect) {
    return connect
        .get()
        .toCompletableFuture()
        .exceptionallyCompose(
            failure ->
                isClosedUnseen(failure) ? connect.get() : CompletableFuture.failedFuture(failure))
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    isClosedUnseen(failure)
                        ? new RedisConnectionException(InFlightCommands.CLOSED_EARLY)
                        : FailedLogin.withoutPassword(Failures.cause(failure))))
        .thenCompose(this::opened);
  }

  private static boolean isClosedUnseen(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if ("RedisHandshakeHandler not registered".equals(cause.getMessage())) {
        return true;
      }
    }
    return false;
  }

  /** Tells when a node's host name leads elsewhere than to its channel. */
  void followName(String node, RedisURI uri, @Nullable Channel channel, Runnable replaced) {
    if (channel != null) {
      new AddressWatch(node, uri, resources, channel, replaced).start();
    }
  }

  CompletableFuture<StatefulRedisSentinelConnection<String, String>> connectSentinel(RedisURI uri) {
    return attempt(() -> client.connectSentinelAsync(StringCodec.UTF8, uri));
  }

  ScheduledExecutorService executor() {
    return resources.eventExecutorGroup();
  }

  Duration reconnectDelay(int attempt) {
    return RECONNECT_DELAY.createDelay(attempt);
  }

  /**
   * The Lettuce client behind this connector, to which listeners may be added.
   *
   * @return the client
   */
  public RedisClient client() {
    return client;
  }

  /**
   * Closes every socket.
   *
   * @return completes when they are closed
   */
  public CompletableFuture<Void> closeAsync() {
    return client
        .shutdownAsync(0, 2, TimeUnit.SECONDS)
        .whenComplete((closed, failure) -> client.getResources().shutdown(0, 0, TimeUnit.SECONDS));
  }

  /** Adds our handlers to each channel, after the user's own customizer. */
  private record OurHandlers(NettyCustomizer users, Set<EventLoop> loops)
      implements NettyCustomizer {
    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
      users.afterBootstrapInitialized(bootstrap);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
      users.afterChannelInitialized(channel);
      loops.add(channel.eventLoop());
      channel.pipeline().addFirst(new FlushCoalescer());
      InFlightCommands.addTo(channel);
      channel
          .pipeline()
          .addAfter(
              channel.pipeline().context(CommandHandler.class).name(), null, new Batch.Splitter());
      ReplyWatch.addTo(channel);
    }
  }
}
