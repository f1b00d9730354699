package dev.cress.health;

import java.util.Objects;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The breakers of one client, one for each node. At most half of them, rounded down, but at least
 * one, are open at the same time: when more nodes fail at once, it is rather the way to them that
 * is broken, and keeping everybody away would only make the trouble longer. Thread-safe.
 */
public final class NodeBreakers {

  private static final Logger LOG = LoggerFactory.getLogger(NodeBreakers.class);

  private final LongSupplier nanoTime;
  private int all;
  private int open;

  /**
   * Creates an empty set of breakers.
   *
   * @param nanoTime the clock, as {@link System#nanoTime()}
   */
  public NodeBreakers(LongSupplier nanoTime) {
    this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
  }

  /**
   * Adds a node.
   *
   * @param node its name, for the log
   * @return its breaker, closed
   */
  public synchronized NodeBreaker add(String node) {
    all++;
    return new NodeBreaker(Objects.requireNonNull(node, "node"), this, nanoTime);
  }

  synchronized void removed(boolean wasOpen) {
    all--;
    open -= wasOpen ? 1 : 0;
  }

  /** Takes one of the places for open breakers, if there is one. */
  synchronized boolean tryOpen(String node) {
    int most = Math.max(1, all / 2);
    if (open >= most) {
      LOG.debug("node {} fails too, with {} of {} nodes kept away already", node, open, all);
      return false;
    }
    open++;
    LOG.warn("node {} does not answer in time: its commands fail at once until it does", node);
    return true;
  }

  synchronized void closed(String node) {
    open--;
    LOG.info("node {} answers again", node);
  }
}
