package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;

import dev.cress.hash.KeyHash;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.Connections;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.Window;
import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What all parts of one window's mover share. Thread-safe. */
final class WindowContext {

  private final Topology.Migrating topology;
  private final Window window;
  private final Connections<NodeConnection> connections;
  private final ScriptCalls calls;
  private final Scripts scripts;
  private final ServerWait wait;
  private final MigrationPolicy policy;
  private final Consumer<MigrationEvent> events;
  private final CressMetrics metrics;
  private final Map<Node, NodeConnection> targets = new ConcurrentHashMap<>();
  private final Set<Long> tooLarge = ConcurrentHashMap.newKeySet();

  WindowContext(Topology.Migrating topology, Window window, RedisAdapter adapter) {
    this.topology = topology;
    this.window = window;
    this.connections = adapter.connections();
    this.calls = adapter.calls();
    this.scripts = adapter.scripts();
    this.wait = adapter.serverWait();
    this.policy = adapter.policy();
    this.events = adapter.events();
    this.metrics = adapter.metrics();
  }

  long version() {
    return topology.version();
  }

  Change change() {
    return topology.change();
  }

  MigrationPolicy policy() {
    return policy;
  }

  Scripts scripts() {
    return scripts;
  }

  ServerWait serverWait() {
    return wait;
  }

  /** How long a value may be on its way, and a mark outlive the copy that it stands for, in ms. */
  byte[] adoptDeadline() {
    return bytes(Long.toString(policy.adoptDeadline().toMillis()));
  }

  /** The exact fence of an owner in this window. */
  byte[] fence(Node owner) {
    return bytes(Objects.requireNonNull(topology.openFences().get(owner.name()), owner.name()));
  }

  NodeConnection connection(Node node) {
    return targets.computeIfAbsent(node, connections::target);
  }

  /** Calls a script and fails when the node does not answer in time. */
  CompletionStage<Reply> callInTime(
      Node node, Script script, List<byte[]> keys, List<byte[]> args) {
    return calls
        .call(connection(node), script, keys, args)
        .thenApply(Reply::new)
        .toCompletableFuture()
        .copy()
        .orTimeout(wait.atMost().toNanos(), TimeUnit.NANOSECONDS);
  }

  void settle(byte[] key) {
    window.settle(key);
  }

  void count(RedisKeyMover.Result result, Node from, Node to) {
    metrics.keys(result, from.name(), to.name(), 1);
  }

  /** Tells and counts a key that is too large, once in the window however often it is met. */
  void tooLarge(byte[] key, long size, Node from, Node to) {
    if (tooLarge.add(KeyHash.of(key))) {
      count(RedisKeyMover.Result.TOO_LARGE, from, to);
      tell(MigrationEvent.Kind.KEY_TOO_LARGE, from, 1, size + " bytes");
    }
  }

  void tell(MigrationEvent.Kind kind, Node node, long count, String detail) {
    events.accept(new MigrationEvent(kind, version(), node.name(), count, detail));
  }

  MigrationException failure(String message) {
    return new MigrationException(message + " (version " + version() + ")");
  }
}
