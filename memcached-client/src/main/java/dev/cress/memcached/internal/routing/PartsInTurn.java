package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.operation.MultiGetText;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Sends a read key by key, some keys at a time: all at once could be more than a node takes, or
 * than may wait for keys that move. For one use; thread-safe.
 */
final class PartsInTurn {

  private static final int AT_ONCE = 256;

  private final MultiGetText whole;
  private final Consumer<MultiGetText> sender;
  private final Iterator<MultiGetText> left;
  private final AtomicInteger places = new AtomicInteger();

  /**
   * Splits a read.
   *
   * @param whole the read, not sent
   * @param sender sends a part, or fails it
   */
  PartsInTurn(MultiGetText whole, Consumer<MultiGetText> sender) {
    this.whole = whole;
    this.sender = sender;
    AtomicInteger next = new AtomicInteger();
    this.left = whole.split(key -> next.getAndIncrement(), this::free).values().iterator();
  }

  void start() {
    places.set(AT_ONCE);
    fill();
  }

  /* Whoever frees the first place fills it, and all that are freed meanwhile: a part can end as
   * soon as it is sent, and a call for each would go as deep as there are keys. */
  private void free() {
    if (places.getAndIncrement() == 0) {
      fill();
    }
  }

  private void fill() {
    do {
      if (left.hasNext()) {
        send(left.next());
      }
    } while (places.decrementAndGet() > 0);
  }

  private void send(MultiGetText part) {
    if (whole.isWanted()) {
      part.waitWithoutLimit(); // it did not wait for the server, but for its turn
      sender.accept(part);
    } else {
      part.cancel();
    }
  }
}
