package dev.cress.memcached;

import dev.cress.memcached.internal.operation.KeyCheck;
import dev.cress.memcached.internal.operation.TextOperationFactory;
import dev.cress.memcached.internal.routing.ClientConnectionFactory;
import dev.cress.memcached.internal.routing.ShardedConnection;
import dev.cress.migration.Migration;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.topology.Topology;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.OperationTimeoutException;
import net.spy.memcached.internal.BulkFuture;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.transcoders.Transcoder;

/**
 * A spymemcached client over many independent memcached servers: each operation goes to the node
 * that owns its key, and when the node set changes, keys move to their new owners lazily and
 * correctly. Swaps by type for {@link MemcachedClient}.
 *
 * <pre>{@code
 * CressMemcachedClient cache = CressMemcachedClient.builder()
 *     .nodes(NodeSet.parse("a=10.0.0.1:11211, b=10.0.0.2:11211, c=10.0.0.3:11211"))
 *     .build();
 * cache.set("user:42", 3600, "Ada");
 * cache.get("user:42");
 * cache.changeTo(cache.topology().nodes().with(Node.of("d", "10.0.0.4", 11211)));
 * }</pre>
 *
 * <p>An operation that fails, fails by itself: an error that a server replies, a value that cannot
 * be decoded or a node that is down cost no other operation. The {@link ExecutionException} of a
 * future has spymemcached's {@code OperationException} as its cause, and below that the reason: see
 * {@link dev.cress.memcached.error}. No message contains a key.
 *
 * <p>A CAS token is valid for the client that read it, as long as the connection that it was read
 * on lives: a node may have lost and written the item again meanwhile. Any other token answers
 * {@code EXISTS} and is not sent. Tokens are not the servers' own numbers.
 *
 * <p>Thread-safe. Threads are daemons, one for each node and a few for all. Close the client with
 * {@link #shutdown()}.
 */
public class CressMemcachedClient extends MemcachedClient {

  private final ClientParts parts;
  private final TextOperationFactory operations;

  CressMemcachedClient(ClientParts parts, ClientConnectionFactory factory) throws IOException {
    super(factory, parts.addresses());
    this.parts = parts;
    this.operations = factory.getOperationFactory();
  }

  /**
   * A builder with all defaults.
   *
   * @return a new builder
   */
  public static CressMemcachedClientBuilder builder() {
    return new CressMemcachedClientBuilder();
  }

  /**
   * The topology in force.
   *
   * @return a snapshot
   */
  public Topology topology() {
    return parts.router().peek().topology();
  }

  /**
   * The node that owns a key. A long key that is stored under its digest is owned by the node of
   * the digest.
   *
   * @param key the key
   * @return its owner under the topology in force
   * @throws IllegalArgumentException if the key has half of a surrogate pair
   */
  public Node ownerOf(String key) {
    return topology().placement().owner(KeyCheck.bytes(operations.wireKey(key)));
  }

  /**
   * Changes the node set and keeps the selector. Returns at once; the change waits its turn when
   * another one is under way.
   *
   * @param nodes the new node set
   * @return the change, to watch
   * @throws dev.cress.node.NoNodesException if {@code nodes} is empty
   */
  public Migration changeTo(NodeSet nodes) {
    return parts.changeTo(nodes, null);
  }

  /**
   * Changes the node set and the selector.
   *
   * @param nodes the new node set
   * @param selector the new selector
   * @return the change, to watch
   * @throws dev.cress.node.NoNodesException if {@code nodes} is empty
   */
  public Migration changeTo(NodeSet nodes, Selector selector) {
    return parts.changeTo(nodes, Objects.requireNonNull(selector, "selector"));
  }

  /**
   * Reads several keys, from each node those that it owns. All of spymemcached's methods for
   * several keys come through here.
   *
   * @param keys the keys; one that is given twice is read once
   * @param transcoders one for each key, in their order
   * @return its {@code get} fails if one of the nodes does; its {@code getSome} gives the values of
   *     the others
   * @throws IllegalArgumentException if memcached would refuse one of the keys and long keys are
   *     not hashed; none is read then
   */
  @Override
  public <T> BulkFuture<Map<String, T>> asyncGetBulk(
      Iterator<String> keys, Iterator<Transcoder<T>> transcoders) {
    Map<String, Transcoder<T>> wanted = new LinkedHashMap<>();
    while (keys.hasNext() && transcoders.hasNext()) {
      wanted.put(keys.next(), transcoders.next());
    }
    BulkRead<T> read = BulkRead.of(wanted, operations, tcService, executorService);
    Operation operation = read.operation();
    if (operation != null) {
      ((ShardedConnection) mconn).read(operation);
    }
    return read;
  }

  /**
   * Flushes all nodes: no value of before is left, also while keys move, when the nodes of both
   * node sets are flushed, twice. If the topology changes before a delayed flush is due, this
   * client flushes again when it is, up to two seconds late; what was written in these seconds is
   * gone too. A flush while a change is being prepared can make it be given up.
   *
   * @param delaySeconds when, in seconds from now, up to 30 days, or as a Unix time; -1 for at once
   * @return fails if one of the nodes could not be flushed, or could not be told of a delayed flush
   */
  @Override
  public OperationFuture<Boolean> flush(int delaySeconds) {
    return FlushFuture.of(
        ((ShardedConnection) mconn).flush(delaySeconds), operationTimeout, executorService);
  }

  /* spymemcached's own counters answer -1 when the operation failed, as if there were none, and
   * name the key when it times out. */

  @Override
  public long incr(String key, long by) {
    return await(asyncIncr(key, by));
  }

  @Override
  public long incr(String key, int by) {
    return incr(key, (long) by);
  }

  @Override
  public long decr(String key, long by) {
    return await(asyncDecr(key, by));
  }

  @Override
  public long decr(String key, int by) {
    return decr(key, (long) by);
  }

  @Override
  public long incr(String key, long by, long initial, int expiration) {
    long value = incr(key, by);
    if (value != -1) {
      return value;
    }
    return await(add(key, expiration, String.valueOf(initial))) ? initial : incr(key, by);
  }

  @Override
  public long incr(String key, int by, long initial, int expiration) {
    return incr(key, (long) by, initial, expiration);
  }

  @Override
  public long incr(String key, long by, long initial) {
    return incr(key, by, initial, 0);
  }

  @Override
  public long incr(String key, int by, long initial) {
    return incr(key, (long) by, initial, 0);
  }

  @Override
  public long decr(String key, long by, long initial, int expiration) {
    long value = decr(key, by);
    if (value != -1) {
      return value;
    }
    return await(add(key, expiration, String.valueOf(initial))) ? initial : decr(key, by);
  }

  @Override
  public long decr(String key, int by, long initial, int expiration) {
    return decr(key, (long) by, initial, expiration);
  }

  @Override
  public long decr(String key, long by, long initial) {
    return decr(key, by, initial, 0);
  }

  @Override
  public long decr(String key, int by, long initial) {
    return decr(key, (long) by, initial, 0);
  }

  /** Waits as spymemcached's own synchronous methods do. */
  private <T> T await(OperationFuture<T> future) {
    try {
      return future.get(operationTimeout, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CressException("interrupted while waiting for a reply", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CancellationException cancelled) {
        throw cancelled;
      }
      throw new CressException("the operation failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new OperationTimeoutException(
          "no reply in " + operationTimeout + " ms. " + getConnection().connectionsStatus(), e);
    }
  }
}
