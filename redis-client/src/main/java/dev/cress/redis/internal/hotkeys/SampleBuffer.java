package dev.cress.redis.internal.hotkeys;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands samples over from many threads to one at a time. Bounded and lossy: a sample that finds its
 * place taken is dropped, whatever its key. Thread-safe, lock-free.
 */
final class SampleBuffer {

  private static final int STRIPES = 16;
  private static final int PLACES = 64;

  private final Stripe[] stripes = new Stripe[STRIPES];

  SampleBuffer() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /**
   * Leaves a sample.
   *
   * @return whether it is time to {@link #drain}
   */
  boolean offer(Sample sample) {
    return stripes[(int) Thread.currentThread().getId() & (STRIPES - 1)].offer(sample);
  }

  /** Takes all samples. */
  void drain(Consumer<Sample> to) {
    for (Stripe stripe : stripes) {
      stripe.drain(to);
    }
  }

  /** The places of some of the threads. */
  private static final class Stripe {
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReferenceArray<@Nullable Sample> places =
        new AtomicReferenceArray<>(PLACES);

    boolean offer(Sample sample) {
      int place = next.getAndIncrement() & (PLACES - 1);
      boolean left = places.compareAndSet(place, null, sample);
      return !left || place == PLACES - 1;
    }

    void drain(Consumer<Sample> to) {
      for (int place = 0; place < PLACES; place++) {
        Sample sample = places.getAndSet(place, null);
        if (sample != null) {
          to.accept(sample);
        }
      }
    }
  }
}
