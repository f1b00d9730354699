package dev.cress.memcached;

import dev.cress.memcached.internal.connection.Connector;
import dev.cress.memcached.internal.connection.Login;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.LongKeyOperationFactory;
import dev.cress.memcached.internal.operation.TextOperationFactory;
import dev.cress.memcached.internal.routing.ClientConnectionFactory;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import net.spy.memcached.auth.AuthDescriptor;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link CressMemcachedClient}. Either {@link #nodes} or {@link #topology} must be given.
 * Not thread-safe.
 */
public final class CressMemcachedClientBuilder {

  private static final Pattern CLUSTER = Pattern.compile("[a-z0-9-]{1,32}");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(2_500);
  private static final Duration DEFAULT_PREVIOUS_OWNER_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration DEFAULT_WINDOW_END = Duration.ofHours(1);
  private static final int DEFAULT_MOST_OPERATIONS = 16_384;

  static {
    SpyLogging.toSlf4j();
  }

  private String cluster = "default";
  private @Nullable NodeSet nodes;
  private @Nullable Selector selector;
  private @Nullable TopologySource topology;
  private @Nullable Transcoder<Object> transcoder;
  private @Nullable ObjectInputFilter objectInputFilter;
  private boolean hashLongKeys;
  private Duration operationTimeout = DEFAULT_TIMEOUT;
  private int mostOperations = DEFAULT_MOST_OPERATIONS;
  private @Nullable Login login;
  private @Nullable MeterRegistry registry;
  private MigrationPolicy migration =
      MigrationPolicy.builder()
          .previousOwnerFailure(MigrationPolicy.PreviousOwnerFailure.TREAT_AS_MISS)
          .previousOwnerTimeout(DEFAULT_PREVIOUS_OWNER_TIMEOUT)
          .windowEnd(DEFAULT_WINDOW_END)
          .build();
  private Consumer<MigrationEvent> events = event -> {};
  private ServerCalls calls = ServerCalls.DIRECT;
  private Connector.Resolver resolver = CressMemcachedClientBuilder::lookUp;

  CressMemcachedClientBuilder() {}

  private static InetSocketAddress lookUp(Node node) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(node.host()), node.port());
  }

  /**
   * Names this cache among others: the tag of its meters, and the name by which the servers of its
   * changes are known. Two caches cannot share a memcached, which has no databases: a change that
   * meets a server of another name is refused before any key moves.
   *
   * @param name 1 to 32 characters of a-z, 0-9 and -, default {@code default}
   * @return this
   */
  public CressMemcachedClientBuilder cluster(String name) {
    Objects.requireNonNull(name, "name");
    if (!CLUSTER.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "cluster must be 1 to 32 characters of a-z, 0-9 and - but was " + name);
    }
    cluster = name;
    return this;
  }

  /**
   * Sets the nodes, for a client that shares its topology with no other.
   *
   * @param fixed not empty
   * @return this
   */
  public CressMemcachedClientBuilder nodes(NodeSet fixed) {
    nodes = Objects.requireNonNull(fixed, "nodes");
    return this;
  }

  /**
   * Sets the selector of the nodes. The whole key is hashed; braces mean nothing.
   *
   * @param fixed default {@link Selectors#rendezvous()}
   * @return this
   */
  public CressMemcachedClientBuilder selector(Selector fixed) {
    selector = Objects.requireNonNull(fixed, "selector");
    return this;
  }

  /**
   * Sets where the topology comes from, for clients that share it.
   *
   * @param source the source, which knows the nodes and the selector
   * @return this
   */
  public CressMemcachedClientBuilder topology(TopologySource source) {
    topology = Objects.requireNonNull(source, "topology");
    return this;
  }

  /**
   * Sets what turns values into bytes and flags, for methods that are given no transcoder. Flags
   * with bit 31, negative numbers, mark keys without a value while keys move. A value with such
   * flags, of whatever transcoder, is refused with an {@link IllegalArgumentException} before
   * anything is sent, unless the client's policy is {@link MigrationPolicy#off()}.
   *
   * @param values default: spymemcached's {@code SerializingTranscoder}
   * @return this
   */
  public CressMemcachedClientBuilder transcoder(Transcoder<Object> values) {
    transcoder = Objects.requireNonNull(values, "transcoder");
    return this;
  }

  /**
   * Sets which classes the default transcoder may read from serialized values. A value that the
   * filter rejects fails its read with a {@link CressException} that names the class, and is left
   * in the cache. What is written does not change. A filter of the whole JVM holds as well.
   *
   * <p>Transcoders of your own, given to {@link #transcoder} or to a method, are not filtered.
   *
   * @param filter such as {@code
   *     ObjectInputFilter.Config.createFilter("com.example.*;java.base/*;!*")}. Called by several
   *     threads. Default: none, and every class on the class path is read
   * @return this
   */
  public CressMemcachedClientBuilder objectInputFilter(ObjectInputFilter filter) {
    objectInputFilter = Objects.requireNonNull(filter, "objectInputFilter");
    return this;
  }

  /**
   * Takes long keys: those that memcached would refuse, because they have no or more than 250 bytes
   * in UTF-8, white space or a control character. Such a key is stored under {@code
   * __cress__:key1:} and its SHA-256 in base64url, 58 bytes in all. The key itself is stored with
   * the value, 4 bytes and its length, and is compared at each read: the value of another key is a
   * miss. All other keys are stored as they are. So that none can be taken for a digest, those that
   * begin with {@code __cress__:key1:} count as long ones; so does {@code __cress__:server}, which
   * is the name of an item of Cress' own.
   *
   * <p>{@code append}, {@code prepend}, {@code incr} and {@code decr} throw an {@link
   * UnsupportedOperationException} for a long key; all other methods take it. Clients without this
   * option, and other programs, see digests and values that begin with the key.
   *
   * <p>Default: long keys are refused with an {@link IllegalArgumentException}, and nothing is
   * sent.
   *
   * @return this
   */
  public CressMemcachedClientBuilder hashLongKeys() {
    hashLongKeys = true;
    return this;
  }

  /**
   * Sets how long the synchronous methods wait for a reply. A server that leaves a request
   * unanswered for a second longer is disconnected.
   *
   * @param timeout at least 1 ms, default 2.5 s
   * @return this
   */
  public CressMemcachedClientBuilder operationTimeout(Duration timeout) {
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "operationTimeout must be at least 1 ms but was " + timeout);
    }
    operationTimeout = timeout;
    return this;
  }

  /**
   * Sets how many operations may be under way to one node. More fail at once; no caller is ever
   * blocked.
   *
   * @param most at least 1, default 16,384
   * @return this
   */
  public CressMemcachedClientBuilder opQueueMax(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("opQueueMax must be at least 1 but was " + most);
    }
    mostOperations = most;
    return this;
  }

  /**
   * Logs in with the user and password of a descriptor, by memcached's text protocol ({@code
   * memcached -Y}, since 1.5.15). Servers that take SASL's binary protocol only ({@code memcached
   * -S}) cannot be used.
   *
   * @param descriptor such as {@code AuthDescriptor.typical(user, password)}; asked once
   * @return this
   * @throws IllegalArgumentException if it does not tell a user and a password
   */
  public CressMemcachedClientBuilder authDescriptor(AuthDescriptor descriptor) {
    login = Login.of(Objects.requireNonNull(descriptor, "authDescriptor"));
    return this;
  }

  /**
   * Sets where the client's meters are registered; {@link CressMetrics} lists them.
   *
   * @param meterRegistry default: none, and nothing is measured
   * @return this
   */
  public CressMemcachedClientBuilder meterRegistry(MeterRegistry meterRegistry) {
    registry = Objects.requireNonNull(meterRegistry, "meterRegistry");
    return this;
  }

  /**
   * Sets how keys move when the topology changes.
   *
   * @param policy default: keys move when they are touched, all others in the background; a
   *     previous owner that does not answer for 1 s counts as one without the key; a window ends
   *     after an hour
   * @return this
   */
  public CressMemcachedClientBuilder migration(MigrationPolicy policy) {
    migration = Objects.requireNonNull(policy, "migration");
    return this;
  }

  /**
   * Listens to what happens in changes of the topology.
   *
   * @param listener told each event; must not block
   * @return this
   */
  public CressMemcachedClientBuilder onMigrationEvent(Consumer<MigrationEvent> listener) {
    events = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /* For tests: lets them stand between the client and its servers. */
  CressMemcachedClientBuilder calls(ServerCalls testCalls) {
    calls = testCalls;
    return this;
  }

  /* For tests: lets a node's name lead somewhere else from one moment to the next. */
  CressMemcachedClientBuilder resolver(Connector.Resolver testResolver) {
    resolver = testResolver;
    return this;
  }

  /**
   * Builds the client and tries to connect each node, for at most 5 seconds. Nodes that are down
   * fail their own keys until they are back.
   *
   * @return a new client
   * @throws IllegalArgumentException unless exactly one of nodes and topology is given, or if
   *     settings exclude each other
   * @throws dev.cress.node.NoNodesException if the node set is empty
   * @throws CressException if the client cannot start
   */
  public CressMemcachedClient build() {
    if ((nodes == null) == (topology == null)) {
      throw new IllegalArgumentException("give either nodes(…) or topology(…)");
    }
    if (topology != null && selector != null) {
      throw new IllegalArgumentException(
          "selector(…) belongs to nodes(…); a topology source knows its own selector");
    }
    if (transcoder != null && objectInputFilter != null) {
      throw new IllegalArgumentException(
          "objectInputFilter(…) is for the default transcoder; yours has to filter by itself");
    }
    TopologySource source = topology != null ? topology : ownTopology();
    Connector connector = new Connector(operationTimeout, mostOperations, login, resolver);
    ClientParts parts =
        new ClientParts(source, cluster, connector, metrics(), migration, events, calls);
    try {
      return new CressMemcachedClient(
          parts,
          new ClientConnectionFactory(
              operationTimeout, transcoderInForce(), operations(), parts::connect));
    } catch (IOException e) {
      throw new CressException("the client cannot start", e);
    }
  }

  private TopologySource ownTopology() {
    return TopologySource.inMemory(
        Objects.requireNonNull(nodes), selector == null ? Selectors.rendezvous() : selector);
  }

  private @Nullable Transcoder<Object> transcoderInForce() {
    return objectInputFilter == null ? transcoder : new FilteringTranscoder(objectInputFilter);
  }

  private TextOperationFactory operations() {
    return hashLongKeys
        ? new LongKeyOperationFactory(migration.keysMove())
        : new TextOperationFactory(migration.keysMove());
  }

  private CressMetrics metrics() {
    return registry == null ? CressMetrics.none() : CressMetrics.of(registry, cluster);
  }
}
