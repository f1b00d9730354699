package dev.cress.redis;

import dev.cress.hash.HashTag;
import dev.cress.health.FailurePolicy;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.LoggedEvents;
import dev.cress.migration.Migration;
import dev.cress.migration.TopologyChanges;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.hotkeys.HotKey;
import dev.cress.redis.internal.command.CommandTable;
import dev.cress.redis.internal.connection.Connector;
import dev.cress.redis.internal.connection.FailedLogin;
import dev.cress.redis.internal.connection.InvalidationFeed;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.connection.NodeConnections;
import dev.cress.redis.internal.hotkeys.HotKeyRecorder;
import dev.cress.redis.internal.migration.RedisAdapter;
import dev.cress.redis.internal.pubsub.Listeners;
import dev.cress.redis.internal.pubsub.PubSubConnections;
import dev.cress.redis.internal.pubsub.ShardedPubSubConnection;
import dev.cress.redis.internal.routing.Dispatcher;
import dev.cress.redis.internal.routing.ReplicatingDispatcher;
import dev.cress.redis.internal.routing.ShardedConnection;
import dev.cress.redis.internal.routing.ShardingWriter;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.routing.Router;
import dev.cress.selector.Selector;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.CommandListenerWriter;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.CommandExpiryWriter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Lettuce client over many independent Redis servers: each command goes to the node that owns its
 * key, and when the node set changes, keys move to their new owners lazily and correctly. Swaps by
 * type for {@link RedisClient}.
 *
 * <pre>{@code
 * CressRedisClient client = CressRedisClient.builder()
 *     .nodes(NodeSet.parse("a=10.0.0.1:6379, b=10.0.0.2:6379, c=10.0.0.3:6379"))
 *     .build();
 * StatefulRedisConnection<String, String> connection = client.connect();
 * connection.sync().set("user:42", "Ada");
 * client.changeTo(client.topology().nodes().with(Node.of("d", "10.0.0.4", 6379)));
 * }</pre>
 *
 * <p>Thread-safe. Nothing is connected before the client is first used. All connections of a client
 * share one socket per node; only {@code WATCH}, blocking commands, subscriptions, near caches and
 * {@link #connectNode} open sockets of their own. Close the client with {@link #shutdown()}.
 */
public class CressRedisClient extends RedisClient {

  private final TopologySource source;
  private final CommandTable table = CommandTable.load();
  private final Function<Node, RedisURI> uris;
  private final RedisURI firstUri;
  private final Connector connector;
  private final NodeConnections connections;
  private final PubSubConnections pubSub;
  private final CressMetrics metrics;
  private final RedisAdapter adapter;
  private final FailurePolicy failure;
  private final @Nullable HotKeyRecorder hotKeys;
  private final @Nullable ReplicaPolicy replicas;
  private final TopologyChanges<NodeConnection> changes;
  private volatile @Nullable Router<NodeConnection> router;
  private volatile @Nullable Dispatcher dispatcher;
  private volatile boolean closed;
  private final Queue<NearCache<?, ?>> nearCaches = new ConcurrentLinkedQueue<>();

  CressRedisClient(CressRedisClientBuilder builder, TopologySource source) {
    super(builder.resources(), firstUri(builder, source));
    super.setOptions(builder.options());
    String member = UUID.randomUUID().toString();
    this.source = source;
    this.uris = builder.uris();
    this.firstUri = firstUri(builder, source);
    this.connector = new Connector(getResources(), getOptions());
    this.connections = new NodeConnections(builder.cluster(), member, uris, connector);
    this.pubSub = new PubSubConnections(connections, getResources().eventExecutorGroup());
    this.metrics = builder.metrics();
    this.failure = builder.failure();
    this.hotKeys = builder.hotKeyRecorder(metrics);
    this.replicas = builder.replicas();
    LoggedEvents events = new LoggedEvents(builder.events());
    this.adapter =
        new RedisAdapter(
            builder.cluster(),
            member,
            connections,
            builder.migration(),
            events,
            metrics,
            builder.calls(),
            builder.scripts(),
            replicas == null ? 1 : replicas.copies());
    this.changes =
        new TopologyChanges<>(
            member,
            source,
            HashTag.REDIS,
            pubSub.following(adapter),
            builder.migration(),
            events,
            metrics);
  }

  private static RedisURI firstUri(CressRedisClientBuilder builder, TopologySource source) {
    return builder.uris().apply(source.current().nodes().get(0));
  }

  /**
   * A builder with all defaults.
   *
   * @return a new builder
   */
  public static CressRedisClientBuilder builder() {
    return new CressRedisClientBuilder();
  }

  /**
   * The topology in force.
   *
   * @return a snapshot
   * @throws CressException if the client cannot start
   */
  public Topology topology() {
    return start().peek().topology();
  }

  /**
   * The node that owns a key, encoded as UTF-8.
   *
   * @param key the key
   * @return its owner under the topology in force
   * @throws CressException if the client cannot start
   */
  public Node ownerOf(String key) {
    return ownerOf(key.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The node that owns a key.
   *
   * @param key the encoded key
   * @return its owner under the topology in force
   * @throws CressException if the client cannot start
   */
  public Node ownerOf(byte[] key) {
    return topology().placement().owner(key);
  }

  /**
   * Changes the node set and keeps the selector. Returns at once; the change waits its turn when
   * another one is under way.
   *
   * @param nodes the new node set
   * @return the change, to watch
   * @throws dev.cress.node.NoNodesException if {@code nodes} is empty
   * @throws IllegalArgumentException if there are fewer nodes than copies of a key
   * @throws CressException if the client cannot start
   */
  public Migration changeTo(NodeSet nodes) {
    start();
    return changeTo(nodes, source.current().selector());
  }

  /**
   * Changes the node set and the selector.
   *
   * @param nodes the new node set
   * @param selector the new selector
   * @return the change, to watch
   * @throws dev.cress.node.NoNodesException if {@code nodes} is empty
   * @throws IllegalArgumentException if there are fewer nodes than copies of a key
   * @throws CressException if the client cannot start
   */
  public Migration changeTo(NodeSet nodes, Selector selector) {
    start();
    if (replicas != null) {
      CressRedisClientBuilder.requireNodes(replicas, nodes);
    }
    return changes.changeTo(nodes, selector);
  }

  /**
   * The keys that most commands of this client were about, in the last one to two windows. Merges
   * the sketches of all nodes, on this thread; no command waits for that.
   *
   * @return at most 20 keys a node, the hottest of all first
   * @throws IllegalStateException if the builder was given no {@code hotKeys(…)}
   */
  public List<HotKey> hotKeys() {
    HotKeyRecorder recorder = hotKeys;
    if (recorder == null) {
      throw new IllegalStateException("hot keys are not watched: give the builder hotKeys(…)");
    }
    return recorder.report();
  }

  /**
   * Opens a connection of its own to one node, for administration. It does not follow changes of
   * the topology; do not write keys through it.
   *
   * @param name the node's name
   * @return a plain Lettuce connection
   * @throws IllegalArgumentException if there is no such node
   * @throws NodeUnavailableException if the node cannot be reached
   */
  public StatefulRedisConnection<String, String> connectNode(String name) {
    Node node =
        topology()
            .nodes()
            .find(name)
            .orElseThrow(() -> new IllegalArgumentException("there is no node named " + name));
    try {
      return super.connect(newStringStringCodec(), uris.apply(node));
    } catch (RedisException e) {
      throw new NodeUnavailableException(name, FailedLogin.withoutPassword(e));
    }
  }

  @Override
  public StatefulRedisConnection<String, String> connect() {
    return connect(newStringStringCodec());
  }

  @Override
  public <K, V> StatefulRedisConnection<K, V> connect(RedisCodec<K, V> codec) {
    return open(codec, firstUri.getTimeout());
  }

  /**
   * Opens a sharded connection with the time-out of a URI.
   *
   * @param redisUri the URI of the first node, of which only the time-out is used
   * @return a new connection
   * @throws IllegalArgumentException if the URI names another server or database: nodes are reached
   *     by the builder's {@code uri(…)}
   */
  @Override
  public StatefulRedisConnection<String, String> connect(RedisURI redisUri) {
    return connect(newStringStringCodec(), redisUri);
  }

  @Override
  public <K, V> StatefulRedisConnection<K, V> connect(RedisCodec<K, V> codec, RedisURI redisUri) {
    return open(codec, timeoutOf(redisUri));
  }

  private Duration timeoutOf(RedisURI redisUri) {
    if (!redisUri.equals(firstUri)) {
      throw new IllegalArgumentException(
          "connect(RedisURI) takes the first node's URI with another time-out, but was given "
              + redisUri
              + "; use connectNode(name) to reach one node");
    }
    return redisUri.getTimeout();
  }

  @Override
  public <K, V> ConnectionFuture<StatefulRedisConnection<K, V>> connectAsync(
      RedisCodec<K, V> codec, RedisURI redisUri) {
    return ConnectionFuture.from(
        null, CompletableFuture.supplyAsync(() -> connect(codec, redisUri)));
  }

  /**
   * Opens a sharded connection that can also subscribe: to a channel at the node that owns its
   * name, to a pattern, and to Redis' events of keys, at all nodes. It opens a socket of its own to
   * a node when it first subscribes there; all its other commands share the client's. Subscriptions
   * follow the topology, and are renewed when a node comes back. Listeners are told one thing at a
   * time, on a node's I/O thread, and must not block.
   *
   * @param codec decodes channels and messages
   * @return a new connection
   */
  @Override
  public <K, V> StatefulRedisPubSubConnection<K, V> connectPubSub(RedisCodec<K, V> codec) {
    return openPubSub(codec, firstUri.getTimeout());
  }

  @Override
  public StatefulRedisPubSubConnection<String, String> connectPubSub() {
    return connectPubSub(newStringStringCodec());
  }

  @Override
  public StatefulRedisPubSubConnection<String, String> connectPubSub(RedisURI redisUri) {
    return connectPubSub(newStringStringCodec(), redisUri);
  }

  @Override
  public <K, V> StatefulRedisPubSubConnection<K, V> connectPubSub(
      RedisCodec<K, V> codec, RedisURI redisUri) {
    return openPubSub(codec, timeoutOf(redisUri));
  }

  @Override
  public <K, V> ConnectionFuture<StatefulRedisPubSubConnection<K, V>> connectPubSubAsync(
      RedisCodec<K, V> codec, RedisURI redisUri) {
    return ConnectionFuture.from(
        null, CompletableFuture.supplyAsync(() -> connectPubSub(codec, redisUri)));
  }

  private <K, V> StatefulRedisPubSubConnection<K, V> openPubSub(
      RedisCodec<K, V> codec, Duration commandTimeout) {
    Listeners<K, V> listeners = new Listeners<>(Objects.requireNonNull(codec, "codec"));
    Router<NodeConnection> started = start();
    RedisChannelWriter writer =
        pubSub.writer(
            new ShardingWriter(startedDispatcher(), getResources()),
            listeners,
            () -> started.peek().topology());
    ShardedPubSubConnection<K, V> connection =
        new ShardedPubSubConnection<>(
            wrapped(writer), listeners, codec, commandTimeout, getOptions());
    connection.registerCloseables(closeableResources, connection);
    return connection;
  }

  /** How a node is reached. */
  RedisURI uri(Node node) {
    return uris.apply(node);
  }

  /** The connection over which commands go to a node of the topology in force. */
  NodeConnection connection(Node node) {
    return connections.target(node);
  }

  /** Hears of changed keys of one node. */
  InvalidationFeed feed(
      Node node, List<String> prefixes, Duration staleness, Consumer<ByteBuffer> changed) {
    return connections.feed(node, prefixes, staleness, changed);
  }

  /** Closes a near cache with the client. */
  <K, V> NearCache<K, V> opened(NearCache<K, V> cache) {
    nearCaches.add(cache);
    return cache;
  }

  /** Forgets a near cache that is being closed. */
  void closing(NearCache<?, ?> cache) {
    nearCaches.remove(cache);
  }

  private <K, V> StatefulRedisConnection<K, V> open(
      RedisCodec<K, V> codec, Duration commandTimeout) {
    Objects.requireNonNull(codec, "codec");
    RedisChannelWriter writer = wrapped(new ShardingWriter(startedDispatcher(), getResources()));
    ShardedConnection<K, V> connection =
        new ShardedConnection<>(writer, codec, commandTimeout, getOptions());
    connection.registerCloseables(closeableResources, connection);
    return connection;
  }

  private RedisChannelWriter wrapped(RedisChannelWriter writer) {
    RedisChannelWriter wrapped = writer;
    if (CommandExpiryWriter.isSupported(getOptions())) {
      wrapped = new CommandExpiryWriter(wrapped, getOptions(), getResources());
    }
    if (CommandListenerWriter.isSupported(getCommandListeners())) {
      wrapped = new CommandListenerWriter(wrapped, getCommandListeners());
    }
    return wrapped;
  }

  private Dispatcher startedDispatcher() {
    start();
    return Objects.requireNonNull(dispatcher);
  }

  private Router<NodeConnection> start() {
    if (closed) {
      throw new CressException("the client is shut down");
    }
    Router<NodeConnection> started = router;
    return started != null ? started : startOnce();
  }

  private synchronized Router<NodeConnection> startOnce() {
    Router<NodeConnection> started = router;
    if (started == null) {
      try {
        started = changes.start();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CressException("interrupted while the client started", e);
      }
      Dispatcher first = dispatcher(started);
      adapter.afterPublication(first::published);
      dispatcher = first;
      router = started;
    }
    return started;
  }

  private Dispatcher dispatcher(Router<NodeConnection> started) {
    ReplicaPolicy copies = replicas;
    return copies == null
        ? new Dispatcher(table, started, metrics, adapter.nodeWork(), failure, hotKeys)
        : new ReplicatingDispatcher(
            table,
            started,
            metrics,
            adapter.nodeWork(),
            failure,
            hotKeys,
            copies,
            firstUri.getTimeout());
  }

  /** Refuses what cannot be right where keys have copies. */
  void requireNoReplicas(String what) {
    if (replicas != null) {
      throw new IllegalStateException(what + " needs a client without replicas(…)");
    }
  }

  /**
   * Sets Lettuce's client options for connections opened from now on, as {@link
   * CressRedisClientBuilder#clientOptions} does.
   *
   * @param options the options
   */
  @Override
  public void setOptions(ClientOptions options) {
    super.setOptions(options);
    connector.options(options);
  }

  @Override
  public void addListener(RedisConnectionStateListener listener) {
    super.addListener(listener);
    connector.client().addListener(listener);
  }

  @Override
  public void removeListener(RedisConnectionStateListener listener) {
    super.removeListener(listener);
    connector.client().removeListener(listener);
  }

  /**
   * Leaves the topology, closes all connections and, unless they were given to the builder, the
   * client resources. A change that this client leads is cancelled if its window is not open yet.
   */
  @Override
  public CompletableFuture<Void> shutdownAsync(long quietPeriod, long timeout, TimeUnit timeUnit) {
    closed = true;
    nearCaches.forEach(NearCache::stop);
    changes.close();
    pubSub.close();
    connections.stop();
    return connector
        .closeAsync()
        .thenCompose(closed -> super.shutdownAsync(quietPeriod, timeout, timeUnit));
  }
}
