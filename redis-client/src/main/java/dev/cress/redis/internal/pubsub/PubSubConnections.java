package dev.cress.redis.internal.pubsub;

import dev.cress.migration.Adapter;
import dev.cress.migration.Connections;
import dev.cress.migration.Fences;
import dev.cress.migration.KeyMover;
import dev.cress.migration.Window;
import dev.cress.node.Node;
import dev.cress.redis.internal.connection.Connector;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.connection.NodeConnections;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisChannelWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** All pub/sub connections of one client, which follow its topology together. Thread-safe. */
public final class PubSubConnections {

  /* Clients of one source come to the end of a change at about the same time. */
  private static final Duration FORMER_OWNERS_KEPT = Duration.ofSeconds(1);

  private final NodeConnections connections;
  private final ScheduledExecutorService executor;
  private final Set<Subscriptions> open = ConcurrentHashMap.newKeySet();
  private CompletableFuture<Void> followed = CompletableFuture.completedFuture(null);

  /**
   * Creates an empty set.
   *
   * @param connections makes connections to nodes
   * @param executor leaves former owners some time after a change
   */
  public PubSubConnections(NodeConnections connections, ScheduledExecutorService executor) {
    this.connections = connections;
    this.executor = executor;
  }

  /**
   * Makes what stands below one connection. Connects nothing.
   *
   * @param ordinary takes the commands that do not subscribe
   * @param listeners told what the connection hears
   * @param newest gives the topology in force
   * @return a new writer, whose subscriptions follow the topology until it is closed
   */
  public PubSubWriter writer(
      RedisChannelWriter ordinary, Listeners<?, ?> listeners, Supplier<Topology> newest) {
    Subscriptions subscriptions = new Subscriptions(connections, newest, listeners);
    open.add(subscriptions);
    subscriptions.follow(); // a topology may have come between the two
    return new PubSubWriter(ordinary, subscriptions, () -> open.remove(subscriptions));
  }

  /**
   * Lets the subscriptions take part in changes of the topology: they are at their new owners
   * before the client says that it has drained.
   *
   * @param adapter what else the client brings to a change
   * @return the same, with the subscriptions
   */
  public Adapter<NodeConnection> following(Adapter<NodeConnection> adapter) {
    return new Following(adapter, new Tagging(adapter.connections(), this), this);
  }

  /** Ends all subscriptions. */
  public void close() {
    open.forEach(Subscriptions::close);
  }

  private synchronized void follow(Topology topology) {
    CompletableFuture<?>[] answers =
        open.stream().map(Subscriptions::follow).toArray(CompletableFuture[]::new);
    CompletableFuture<Void> asked =
        CompletableFuture.allOf(answers)
            .completeOnTimeout(null, Connector.MOST_SILENCE.toNanos(), TimeUnit.NANOSECONDS);
    followed = followed.thenCompose(before -> asked);
    if (topology.change() == null && !open.isEmpty()) {
      executor.schedule(
          () -> open.forEach(Subscriptions::leaveFormer),
          FORMER_OWNERS_KEPT.toNanos(),
          TimeUnit.NANOSECONDS);
    }
  }

  private synchronized CompletableFuture<Void> followed() {
    return followed;
  }

  private record Following(
      Adapter<NodeConnection> adapter,
      Connections<NodeConnection> connections,
      PubSubConnections pubSub)
      implements Adapter<NodeConnection> {
    @Override
    public Fences fences() {
      return adapter.fences();
    }

    @Override
    public KeyMover mover(Topology.Migrating topology, Window window) {
      return adapter.mover(topology, window);
    }

    @Override
    public void published(Topology topology) {
      adapter.published(topology);
      pubSub.follow(topology);
    }
  }

  /**
   * Tags connections once the subscriptions have followed: a tag says that this client has drained.
   */
  private record Tagging(Connections<NodeConnection> others, PubSubConnections pubSub)
      implements Connections<NodeConnection> {
    @Override
    public NodeConnection target(Node node) {
      return others.target(node);
    }

    @Override
    public CompletionStage<Void> attempted() {
      return others.attempted();
    }

    @Override
    public CompletionStage<Void> tag(long version) {
      return pubSub.followed().thenCompose(done -> others.tag(version));
    }

    @Override
    public void retain(Collection<Node> nodes) {
      others.retain(nodes);
    }
  }
}
