package dev.cress.routing;

import java.util.concurrent.locks.LockSupport;

/**
 * Holds the view in force. Each command enters it, finds its way, is handed on, and leaves; {@link
 * #publish} then tells when no thread is left in the view before. Thread-safe, lock-free, allocates
 * nothing.
 *
 * @param <T> what a command is handed to, one per node
 */
public final class Router<T> {

  private static final long PAUSE_NANOS = 20_000;

  private volatile View<T> view;

  /**
   * Creates a router.
   *
   * @param first the first view
   */
  public Router(View<T> first) {
    this.view = first;
  }

  /**
   * The view in force, for looking only.
   *
   * @return the view
   */
  public View<T> peek() {
    return view;
  }

  /**
   * Enters the view in force. The caller must {@link View#leave} it on the same thread, after its
   * command was handed to the target.
   *
   * @return the view
   */
  public View<T> enter() {
    for (; ; ) {
      View<T> entered = view;
      entered.inFlight.enter();
      if (entered == view) {
        return entered;
      }
      entered.inFlight.leave();
    }
  }

  /**
   * Puts a newer view in force and waits until every thread has left the one before: from then on
   * nothing is handed to a target by the older topology. Threads stay in a view for the time of a
   * hand-over only.
   *
   * @param next the newer view
   * @throws InterruptedException if interrupted while waiting; the newer view is in force then
   */
  public void publish(View<T> next) throws InterruptedException {
    View<T> last = view;
    view = next;
    while (!last.inFlight.isEmpty()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
