package dev.cress.redis.internal.near;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.InvalidationFeed;
import dev.cress.topology.Topology;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Binds the copy of a key to the session with its owner in the topology in force. When a key gets
 * another owner, or its owner's connection is lost, the copy no longer holds. Thread-safe.
 */
public final class OwnerFeeds implements Freshness {

  /*
   * No other client writes a key at its new owner before all clients hold their commands on it. So a
   * key that changes its owner is not bound at all in the hold, and to its new owner's session after
   * it: nothing that was read at the previous owner is in use when the first write can come.
   */

  private final Supplier<Topology> topology;
  private final Function<Node, InvalidationFeed> open;
  private final Map<Node, InvalidationFeed> feeds = new ConcurrentHashMap<>();
  private volatile long swept;
  private volatile boolean closed;

  /**
   * Opens a feed for each node.
   *
   * @param topology gives the topology in force
   * @param open opens the feed of a node
   */
  public OwnerFeeds(Supplier<Topology> topology, Function<Node, InvalidationFeed> open) {
    this.topology = topology;
    this.open = open;
    sweep(topology.get());
  }

  @Override
  public @Nullable Object bond(byte[] key) {
    Topology current = topology.get();
    if (current.version() != swept) {
      sweep(current);
    }
    Node owner = owner(current, key);
    InvalidationFeed feed = owner == null ? null : feeds.get(owner);
    return feed == null ? null : feed.session();
  }

  /** The node that tells of a key, or null while two may. */
  static @Nullable Node owner(Topology topology, byte[] key) {
    Node owner = topology.placement().owner(key);
    boolean moves =
        topology instanceof Topology.Holding holding
            && !holding.change().after().owner(key).equals(owner);
    return moves ? null : owner;
  }

  /* A thread that read an older topology finds no feed, or one that is closed, and copies nothing. */
  private synchronized void sweep(Topology current) {
    if (closed || current.version() <= swept) {
      return;
    }
    Iterator<Map.Entry<Node, InvalidationFeed>> known = feeds.entrySet().iterator();
    while (known.hasNext()) {
      Map.Entry<Node, InvalidationFeed> next = known.next();
      if (!current.nodes().find(next.getKey().name()).equals(Optional.of(next.getKey()))) {
        known.remove();
        next.getValue().close();
      }
    }
    current.nodes().forEach(node -> feeds.computeIfAbsent(node, open));
    swept = current.version();
  }

  @Override
  public long version() {
    return topology.get().version();
  }

  @Override
  public synchronized void stop() {
    closed = true;
    feeds.values().forEach(InvalidationFeed::stop);
  }

  @Override
  public synchronized void close() {
    closed = true;
    feeds.values().forEach(InvalidationFeed::close);
  }
}
