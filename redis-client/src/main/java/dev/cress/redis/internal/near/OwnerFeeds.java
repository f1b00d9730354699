package dev.cress.redis.internal.near;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.InvalidationFeed;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisURI;
import java.util.HashMap;
import java.util.Map;
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
  private final Function<Node, RedisURI> uris;
  private final Function<Node, InvalidationFeed> open;
  private final Function<Node, NodeConnection> reads;
  private volatile Swept swept = new Swept(0, Map.of());
  private Map<RedisURI, InvalidationFeed> feeds = new HashMap<>();
  private boolean closed;

  /** The nodes of one version; two that are reached in one way share a feed. */
  private record Swept(long version, Map<Node, Owner> owners) {}

  private record Owner(InvalidationFeed feed, NodeConnection reads) {}

  /**
   * Opens a feed for each node.
   *
   * @param topology gives the topology in force
   * @param uris how a node is reached: its feed goes on as long as that stays the same
   * @param open opens the feed of a node
   * @param reads gives the connection over which a node's values are read
   */
  public OwnerFeeds(
      Supplier<Topology> topology,
      Function<Node, RedisURI> uris,
      Function<Node, InvalidationFeed> open,
      Function<Node, NodeConnection> reads) {
    this.topology = topology;
    this.uris = uris;
    this.open = open;
    this.reads = reads;
    sweep(topology.get());
  }

  @Override
  public @Nullable Object bond(byte[] key) {
    Topology current = topology.get();
    if (current.version() != swept.version()) {
      sweep(current);
    }
    Node owner = owner(current, key);
    Owner known = owner == null ? null : swept.owners().get(owner);
    return known == null ? null : known.feed().bond(known.reads());
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
    if (closed || current.version() <= swept.version()) {
      return;
    }
    Map<RedisURI, InvalidationFeed> former = feeds;
    feeds = new HashMap<>();
    Map<Node, Owner> byNode = new HashMap<>();
    for (Node node : current.nodes()) {
      InvalidationFeed feed =
          feeds.computeIfAbsent(uris.apply(node), uri -> keptOrNew(former, uri, node));
      byNode.put(node, new Owner(feed, reads.apply(node)));
    }
    former.values().forEach(InvalidationFeed::close);
    swept = new Swept(current.version(), Map.copyOf(byNode));
  }

  private InvalidationFeed keptOrNew(
      Map<RedisURI, InvalidationFeed> former, RedisURI uri, Node node) {
    InvalidationFeed kept = former.remove(uri);
    return kept == null ? open.apply(node) : kept;
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
