package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.memcached.internal.operation.ServerKey;
import dev.cress.migration.Fence;
import dev.cress.migration.Fences;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.ServerFacts;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import net.spy.memcached.ops.StoreType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a change does on memcached servers apart from moving keys. memcached keeps no fences, as any
 * item may be evicted: in their place stand the leases and CAS tokens of each move, and the wait
 * for every client of the topology source before a window opens. A server is known by an item that
 * Cress leaves there when it first looks at it: the name of the cache, a colon and a random text. A
 * question mark before that says that no change has taken the server in yet. Thread-safe.
 */
final class MemcachedFences implements Fences {

  private static final Logger LOG = LoggerFactory.getLogger(MemcachedFences.class);
  private static final int MOST_DELETES = 256;
  private static final String NOT_TAKEN_IN = "?";

  private final NodeConnections connections;
  private final String cluster;
  private final MigrationPolicy policy;
  private final Waiting waiting;
  private final KeyList keys;

  MemcachedFences(NodeConnections connections, String cluster, MigrationPolicy policy) {
    this.connections = connections;
    this.cluster = cluster;
    this.policy = policy;
    this.waiting = new Waiting(connections);
    this.keys = new KeyList(connections);
  }

  /** A client starts without asking a server: there is nothing that it must know. */
  @Override
  public ServerFacts inspectAtStart(Node node) {
    Fence none = fence(0, Fence.STABLE);
    return new ServerFacts(node.address(), false, none, none, List.of());
  }

  /**
   * Leaves behind the item by which the server is known.
   *
   * @throws MigrationException if the server is part of another cache
   */
  @Override
  public ServerFacts inspect(Node node) {
    String known = waiting.get(node, ServerKey.TEXT).orElse(NOT_TAKEN_IN);
    if (!known.startsWith(NOT_TAKEN_IN)) {
      refuseOtherCache(node, known);
      Fence none = fence(0, Fence.STABLE);
      return new ServerFacts(known, false, none, none, List.of());
    }
    boolean empty = waiting.items(node) == 0 || !hasKeys(node);
    if (!known.startsWith(NOT_TAKEN_IN + cluster + ':')) {
      StoreType type = known.equals(NOT_TAKEN_IN) ? StoreType.add : StoreType.set;
      String name = cluster + ':' + UUID.randomUUID();
      waiting.store(node, type, ServerKey.TEXT, NOT_TAKEN_IN + name);
    }
    return new ServerFacts(identity(node), empty, null, null, List.of());
  }

  /* memcached has no databases: a change of one cache moves, sweeps and flushes the other's keys. */
  private void refuseOtherCache(Node node, String known) {
    if (!known.startsWith(cluster + ':')) {
      throw new MigrationException(
          "node "
              + node.name()
              + " is part of the cache "
              + known.replaceFirst(":.*", "")
              + ", this client of the cache "
              + cluster
              + "; two caches cannot share a memcached. If there is only one and it was renamed,"
              + " delete the key "
              + ServerKey.TEXT
              + " on that server");
    }
  }

  private boolean hasKeys(Node node) {
    try {
      return count(node, key -> true) > 0;
    } catch (CressException e) {
      LOG.debug("node {} counts as not empty", node.name(), e);
      return true;
    }
  }

  @Override
  public String identity(Node node) {
    return waiting
        .get(node, ServerKey.TEXT)
        .map(known -> known.startsWith(NOT_TAKEN_IN) ? known.substring(1) : known)
        .orElseThrow(
            () -> new MigrationException("node " + node.name() + " does not keep a small item"));
  }

  /** There is no fence; a change raises the first one when it has passed all checks. */
  @Override
  public Fence raise(Node node, Fence.Role role, long version, int rank) {
    if (role == Fence.Role.IN && rank == Fence.STABLE) {
      waiting.store(node, StoreType.set, ServerKey.TEXT, identity(node));
    }
    return fence(version, rank);
  }

  private static Fence fence(long version, int rank) {
    return new Fence(version, rank, Fence.text(version, rank));
  }

  @Override
  public String openIn(Node node, long version, String nonce) {
    return Fence.text(version, Fence.OPEN) + ":" + nonce;
  }

  @Override
  public void done(Node node, long version) {}

  /** A joining node is flushed; one that stays gives up what it must not have. */
  @Override
  public long sweep(Node node, Change change) {
    String server = change.server(node);
    boolean joins =
        change.before().nodes().nodes().stream()
            .noneMatch(other -> change.server(other).equals(server));
    if (joins) {
      long items = waiting.items(node);
      waiting.flush(node);
      waiting.store(node, StoreType.set, ServerKey.TEXT, server);
      return items;
    }
    try {
      return sweepKeys(node, key -> isLeftover(node, change, key));
    } catch (CressException e) {
      return sweepNothing(node, e);
    }
  }

  private static boolean isLeftover(Node node, Change change, byte[] key) {
    return change.after().owner(key).equals(node) && change.moves(key);
  }

  private long sweepNothing(Node node, CressException cause) {
    if (!policy.isForced()) {
      throw new MigrationException(
          cause.getMessage()
              + "; so keys that an earlier change left there cannot be removed and could come back."
              + " If there are none, allow the change by MigrationPolicy.builder().force()",
          cause);
    }
    LOG.warn("node {} is not swept, as it does not list its keys", node.name(), cause);
    return 0;
  }

  /* A list is no snapshot: the last one must have none. */
  private long sweepKeys(Node node, Predicate<byte[]> unwanted) {
    long swept = 0;
    for (long last = -1; last != 0; swept += last) {
      last = delete(node, unwanted);
    }
    return swept;
  }

  private long delete(Node node, Predicate<byte[]> unwanted) {
    Semaphore free = new Semaphore(MOST_DELETES);
    LongAdder deleted = new LongAdder();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    list(
        node,
        key -> {
          if (unwanted.test(key)) {
            deleted.increment();
            free.acquireUninterruptibly();
            MetaDelete delete = new MetaDelete(key);
            connections.target(node).write(delete);
            delete
                .reply()
                .whenComplete(
                    (done, problem) -> {
                      failure.compareAndSet(null, problem);
                      free.release();
                    });
          }
        });
    free.acquireUninterruptibly(MOST_DELETES);
    if (failure.get() instanceof CressException problem) {
      throw problem;
    }
    return deleted.sum();
  }

  private void list(Node node, Consumer<byte[]> taker) {
    try {
      keys.forEach(node, taker);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CressException("interrupted while node " + node.name() + " listed its keys", e);
    }
  }

  @Override
  public long countForeign(Node node, Placement placement) {
    return count(node, key -> !placement.owner(key).equals(node));
  }

  private long count(Node node, Predicate<byte[]> counted) {
    LongAdder count = new LongAdder();
    list(node, key -> count.add(counted.test(key) ? 1 : 0));
    return count.sum();
  }

  /** Each client has waited for its own replies before it said that it holds. */
  @Override
  public int awaitBarrier(Node node, long version, Set<String> members, Duration patience) {
    return 0;
  }
}
