package dev.cress.redis;

import dev.cress.health.FailurePolicy;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.hotkeys.HotKeys;
import dev.cress.redis.internal.hotkeys.HotKeyRecorder;
import dev.cress.redis.internal.migration.EvalCalls;
import dev.cress.redis.internal.migration.ScriptCalls;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link CressRedisClient}. Either {@link #nodes} or {@link #topology} must be given. Not
 * thread-safe.
 */
public final class CressRedisClientBuilder {

  private static final Pattern CLUSTER = Pattern.compile("[a-z0-9-]{1,32}");

  private String cluster = "default";
  private @Nullable NodeSet nodes;
  private @Nullable Selector selector;
  private @Nullable TopologySource topology;
  private Function<Node, RedisURI> uris = node -> RedisURI.create(node.host(), node.port());
  private MigrationPolicy migration = MigrationPolicy.lazyAndBackground();
  private FailurePolicy failure = FailurePolicy.failFast();
  private ClientOptions options = ClientOptions.create();
  private @Nullable ClientResources resources;
  private Consumer<MigrationEvent> events = event -> {};
  private @Nullable MeterRegistry registry;
  private @Nullable HotKeys hotKeys;
  private @Nullable ReplicaPolicy replicas;
  private ScriptCalls calls = new EvalCalls();
  private Scripts scripts = Scripts.STANDARD;

  CressRedisClientBuilder() {}

  /**
   * Names this cache among others on the same servers.
   *
   * @param name 1 to 32 characters of a-z, 0-9 and -, default {@code default}
   * @return this
   */
  public CressRedisClientBuilder cluster(String name) {
    Objects.requireNonNull(name, "name");
    if (!CLUSTER.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "cluster must be 1 to 32 characters of a-z, 0-9 and - but was " + name);
    }
    cluster = name;
    return this;
  }

  /**
   * Sets the first node set, for a client that shares its topology with no other.
   *
   * @param first not empty
   * @return this
   */
  public CressRedisClientBuilder nodes(NodeSet first) {
    nodes = Objects.requireNonNull(first, "nodes");
    return this;
  }

  /**
   * Sets the selector of the first node set.
   *
   * @param first default {@link Selectors#rendezvous()}
   * @return this
   */
  public CressRedisClientBuilder selector(Selector first) {
    selector = Objects.requireNonNull(first, "selector");
    return this;
  }

  /**
   * Sets where the topology comes from, for clients that share it.
   *
   * @param source the source, which knows the nodes and the selector
   * @return this
   */
  public CressRedisClientBuilder topology(TopologySource source) {
    topology = Objects.requireNonNull(source, "topology");
    return this;
  }

  /**
   * Sets how a node is reached: TLS, user and password, database, time-out, or the Sentinels that
   * know its server. Nodes with equal URIs share one connection. The time-out of the first node's
   * URI is that of all commands. Over TLS the server's certificate must be valid, trusted and made
   * out for the host of the URI, unless the URI says otherwise; STARTTLS is refused.
   *
   * @param byNode gives the URI of a node, the same at each call; default {@code redis://host:port}
   * @return this
   */
  public CressRedisClientBuilder uri(Function<Node, RedisURI> byNode) {
    uris = Objects.requireNonNull(byNode, "uri");
    return this;
  }

  private static RedisURI present(@Nullable RedisURI uri, Node node) {
    if (uri == null) {
      throw new IllegalArgumentException("uri must give a RedisURI for node " + node.name());
    }
    if (uri.isStartTls()) {
      throw new IllegalArgumentException(
          "uri must not ask for STARTTLS, which would send the password of node "
              + node.name()
              + " in the clear; use withSsl(true)");
    }
    return uri;
  }

  /**
   * Sets how keys move when the topology changes.
   *
   * @param policy default {@link MigrationPolicy#lazyAndBackground()}
   * @return this
   */
  public CressRedisClientBuilder migration(MigrationPolicy policy) {
    migration = Objects.requireNonNull(policy, "migration");
    return this;
  }

  /**
   * Sets what becomes of commands on the keys of a node that is not available, that is, not
   * connected or silent for some time. With {@link FailurePolicy#missOnFailure()} reads whose reply
   * for a missing key is well defined, such as GET, EXISTS, HGETALL, TTL and the keys of MGET on
   * that node, get this reply. What was sent already fails under both policies when its time is
   * over or its connection lost.
   *
   * @param policy default {@link FailurePolicy#failFast()}
   * @return this
   */
  public CressRedisClientBuilder failure(FailurePolicy policy) {
    failure = Objects.requireNonNull(policy, "failure");
    return this;
  }

  /**
   * Sets Lettuce's client options. On connections to nodes, automatic reconnect is off (Cress
   * reconnects, without sending a command twice), commands are rejected while a node is not
   * connected, the request queue is bounded to 65,536 commands unless a bound is given, and the
   * time-out is applied to the whole command above.
   *
   * @param clientOptions default {@link ClientOptions#create()}
   * @return this
   */
  public CressRedisClientBuilder clientOptions(ClientOptions clientOptions) {
    options = Objects.requireNonNull(clientOptions, "clientOptions");
    return this;
  }

  /**
   * Shares Lettuce's client resources with other clients. The caller shuts them down.
   *
   * @param clientResources default: resources of this client's own, shut down with it
   * @return this
   */
  public CressRedisClientBuilder clientResources(ClientResources clientResources) {
    resources = Objects.requireNonNull(clientResources, "clientResources");
    return this;
  }

  /**
   * Sets where the client's meters are registered; {@link dev.cress.metrics.CressMetrics} lists
   * them.
   *
   * @param meterRegistry default: none, and nothing is measured
   * @return this
   */
  public CressRedisClientBuilder meterRegistry(MeterRegistry meterRegistry) {
    registry = Objects.requireNonNull(meterRegistry, "meterRegistry");
    return this;
  }

  /**
   * Watches which keys are asked for most; {@link CressRedisClient#hotKeys()} tells them. Needs
   * {@code org.apache.datasketches:datasketches-java} on the class path.
   *
   * @param settings default: none are watched
   * @return this
   */
  public CressRedisClientBuilder hotKeys(HotKeys settings) {
    hotKeys = Objects.requireNonNull(settings, "hotKeys");
    return this;
  }

  /**
   * Keeps copies of each key on several nodes, so that a lost node costs no read. Needs {@code
   * migration(MigrationPolicy.off())}: a change finds keys at their other copies. Commands that
   * would not do the same on each copy are refused, such as pops, scripts and transactions.
   *
   * @param policy default: one node holds each key
   * @return this
   */
  public CressRedisClientBuilder replicas(ReplicaPolicy policy) {
    replicas = Objects.requireNonNull(policy, "replicas");
    return this;
  }

  /**
   * Listens to what happens in changes of the topology.
   *
   * @param listener told each event; must not block
   * @return this
   */
  public CressRedisClientBuilder onMigrationEvent(Consumer<MigrationEvent> listener) {
    events = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /**
   * Builds the client. Connects nothing yet.
   *
   * @return a new client
   * @throws IllegalArgumentException unless exactly one of nodes and topology is given, or if there
   *     is no URI for a node, or if there are more copies than nodes or keys would move
   * @throws dev.cress.node.NoNodesException if the node set is empty
   */
  public CressRedisClient build() {
    if ((nodes == null) == (topology == null)) {
      throw new IllegalArgumentException("give either nodes(…) or topology(…)");
    }
    if (topology != null && selector != null) {
      throw new IllegalArgumentException(
          "selector(…) belongs to nodes(…); a topology source knows its own selector");
    }
    TopologySource source = topology != null ? topology : ownTopology();
    source.current().nodes().forEach(node -> present(uris.apply(node), node));
    if (replicas != null) {
      checkReplicas(replicas, source.current().nodes());
    }
    return new CressRedisClient(this, source);
  }

  private void checkReplicas(ReplicaPolicy policy, NodeSet first) {
    if (migration.keysMove()) {
      throw new IllegalArgumentException(
          "replicas(…) needs migration(MigrationPolicy.off()) but the mode was "
              + migration.mode()
              + ": keys do not move, they are found at their other copies");
    }
    requireNodes(policy, first);
  }

  /** Refuses a node set that is too small for the copies. */
  static void requireNodes(ReplicaPolicy policy, NodeSet nodes) {
    if (policy.copies() > nodes.size()) {
      throw new IllegalArgumentException(
          "copies must be at most the number of nodes, "
              + nodes.size()
              + ", but was "
              + policy.copies());
    }
  }

  /* For tests: lets them stand between the client and its servers, and show what a script guards. */
  CressRedisClientBuilder scripts(ScriptCalls testCalls, Scripts testScripts) {
    calls = testCalls;
    scripts = testScripts;
    return this;
  }

  CressMetrics metrics() {
    return registry == null ? CressMetrics.none() : CressMetrics.of(registry, cluster);
  }

  ScriptCalls calls() {
    return calls;
  }

  Scripts scripts() {
    return scripts;
  }

  @Nullable HotKeyRecorder hotKeyRecorder(CressMetrics metrics) {
    HotKeys settings = hotKeys;
    return settings == null ? null : new HotKeyRecorder(settings, metrics, System::nanoTime);
  }

  @Nullable ReplicaPolicy replicas() {
    return replicas;
  }

  String cluster() {
    return cluster;
  }

  private TopologySource ownTopology() {
    return TopologySource.inMemory(
        Objects.requireNonNull(nodes), selector == null ? Selectors.rendezvous() : selector);
  }

  Function<Node, RedisURI> uris() {
    return node -> present(uris.apply(node), node);
  }

  MigrationPolicy migration() {
    return migration;
  }

  FailurePolicy failure() {
    return failure;
  }

  ClientOptions options() {
    return options;
  }

  @Nullable ClientResources resources() {
    return resources;
  }

  Consumer<MigrationEvent> events() {
    return events;
  }
}
