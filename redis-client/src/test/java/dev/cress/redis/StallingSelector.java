package dev.cress.redis;

import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Rendezvous, but the look-up of one chosen thread stalls after the owner was found: it has read
 * the topology and has not yet handed its command on.
 */
final class StallingSelector implements Selector {

  private final AtomicReference<@Nullable Thread> victim = new AtomicReference<>();
  private final CountDownLatch stalled = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  /** The next look-up of the calling thread will stall. */
  void stallMe() {
    victim.set(Thread.currentThread());
  }

  void awaitStalled() throws InterruptedException {
    stalled.await();
  }

  void release() {
    release.countDown();
  }

  @Override
  public String id() {
    return "stalling-rendezvous-1";
  }

  @Override
  public Placement place(NodeSet nodes, HashTag hashTag) {
    return new Stalling(Selectors.rendezvous().place(nodes, hashTag));
  }

  private void maybeStall() {
    if (victim.compareAndSet(Thread.currentThread(), null)) {
      stalled.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final class Stalling implements Placement {
    private final Placement placement;

    Stalling(Placement placement) {
      this.placement = placement;
    }

    @Override
    public int ownerIndex(byte[] bytes, int from, int to) {
      int index = placement.ownerIndex(bytes, from, to);
      maybeStall();
      return index;
    }

    @Override
    public Selector selector() {
      return StallingSelector.this;
    }

    @Override
    public NodeSet nodes() {
      return placement.nodes();
    }

    @Override
    public Node owner(byte[] key) {
      return placement.owner(key);
    }

    @Override
    public List<Node> replicas(byte[] key, int n) {
      return placement.replicas(key, n);
    }

    @Override
    public long fingerprint() {
      return placement.fingerprint();
    }
  }
}
