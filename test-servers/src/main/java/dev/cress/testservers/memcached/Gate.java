package dev.cress.testservers.memcached;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Supplier;

/** Lets the commands of all connections through one at a time, and none while it is shut. */
final class Gate {

  private boolean paused;
  private boolean closed;

  /** Waits out a pause, then runs the work alone. Throws if the server is closed. */
  synchronized <T> T pass(Supplier<T> work) throws IOException {
    try {
      while (paused && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    if (closed) {
      throw new IOException("The server is closed");
    }
    return work.get();
  }

  synchronized void pause() {
    paused = true;
  }

  synchronized void resume() {
    paused = false;
    notifyAll();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
