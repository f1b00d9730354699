package dev.cress.topology;

import dev.cress.node.NoNodesException;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The document in a field, its members in a map; one lock keeps every member's order the same. */
final class InMemoryTopologySource implements TopologySource {

  private final Object lock = new Object();
  private final Map<String, Member> members = new HashMap<>();
  private volatile TopologyDocument document;

  InMemoryTopologySource(NodeSet nodes, Selector selector) {
    if (nodes.isEmpty()) {
      throw new NoNodesException("a topology needs at least one node");
    }
    this.document = TopologyDocument.initial(nodes, selector);
  }

  @Override
  public TopologyDocument current() {
    return document;
  }

  @Override
  public boolean compareAndSet(TopologyDocument expected, TopologyDocument next) {
    synchronized (lock) {
      if (!document.equals(expected)) {
        return false;
      }
      if (!next.isNewerThan(document)) {
        throw new IllegalArgumentException(
            "document "
                + next.version()
                + ":"
                + next.revision()
                + " does not follow "
                + document.version()
                + ":"
                + document.revision());
      }
      document = next;
      lock.notifyAll();
      tellAll();
      return true;
    }
  }

  @Override
  public void join(String id, Listener listener) {
    Objects.requireNonNull(listener, "listener");
    synchronized (lock) {
      if (members.putIfAbsent(id, new Member(listener)) != null) {
        throw new IllegalArgumentException("a member with id " + id + " has joined already");
      }
      listener.onDocument(document);
    }
  }

  @Override
  public void acknowledgeHold(String id, long version) {
    synchronized (lock) {
      Member member = members.get(id);
      if (member != null) {
        member.held = Math.max(member.held, version);
        lock.notifyAll();
      }
    }
  }

  @Override
  public void leave(String id) {
    synchronized (lock) {
      if (members.remove(id) != null) {
        lock.notifyAll();
        tellAll();
      }
    }
  }

  @Override
  public Set<String> members() {
    synchronized (lock) {
      return Set.copyOf(members.keySet());
    }
  }

  @Override
  public boolean awaitHeld(long version, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (lock) {
      while (members.values().stream().anyMatch(member -> member.held < version)) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        lock.wait(left / 1_000_000 + 1);
      }
      return true;
    }
  }

  @Override
  public TopologyDocument awaitStable() throws InterruptedException {
    synchronized (lock) {
      while (document.phase() != Phase.STABLE) {
        lock.wait();
      }
      return document;
    }
  }

  private void tellAll() {
    members.values().forEach(member -> member.listener.onDocument(document));
  }

  /** A client that joined. Guarded by the source's lock. */
  private static final class Member {
    final Listener listener;
    long held;

    Member(Listener listener) {
      this.listener = listener;
    }
  }
}
