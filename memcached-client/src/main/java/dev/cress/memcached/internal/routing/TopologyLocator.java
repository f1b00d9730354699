package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.KeyCheck;
import dev.cress.memcached.internal.operation.TextOperationFactory;
import dev.cress.routing.View;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.NodeLocator;

/**
 * One view of the topology as spymemcached sees it. The sequence of other nodes for a key is always
 * empty: while its owner cannot be reached a key is nowhere else, or an old value would come back
 * at the next outage. Immutable.
 */
final class TopologyLocator implements NodeLocator {

  private final View<NodeConnection> view;
  private final TextOperationFactory operations;

  TopologyLocator(View<NodeConnection> view, TextOperationFactory operations) {
    this.view = view;
    this.operations = operations;
  }

  /** Checks the key as well: spymemcached asks here before it sends a read of several keys. */
  @Override
  public MemcachedNode getPrimary(String key) {
    byte[] bytes = KeyCheck.bytes(operations.wireKey(key));
    KeyCheck.check(bytes);
    int place = view.place(bytes);
    int open = view.isGated(place) ? view.placeBehindGates(bytes) : place;
    return view.target(open).handle();
  }

  @Override
  public Iterator<MemcachedNode> getSequence(String key) {
    return Collections.emptyIterator();
  }

  @Override
  public Collection<MemcachedNode> getAll() {
    Set<MemcachedNode> all = new LinkedHashSet<>();
    for (int place = 0; place < view.places(); place++) {
      all.add(view.target(place).handle());
    }
    return List.copyOf(all);
  }

  @Override
  public NodeLocator getReadonlyCopy() {
    return this;
  }

  @Override
  public void updateLocator(List<MemcachedNode> nodes) {
    throw new UnsupportedOperationException("the topology decides which nodes there are");
  }
}
