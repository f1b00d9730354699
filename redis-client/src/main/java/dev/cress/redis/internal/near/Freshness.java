package dev.cress.redis.internal.near;

import org.jspecify.annotations.Nullable;

/** Tells what a copy of a key is bound to. Thread-safe. */
public interface Freshness extends AutoCloseable {

  /**
   * What a copy of a key must be bound to that is read from now on. A copy holds as long as this is
   * the very same object.
   *
   * @param key the encoded key
   * @return null if the key must not be copied now
   */
  @Nullable Object bond(byte[] key);

  /**
   * Which owners keys have.
   *
   * @return a number that grows with each change of them
   */
  long version();

  /** Ends all bonds; sockets are closed with the client. */
  void stop();

  /** Ends all bonds and closes sockets. */
  @Override
  void close();

  /**
   * Copies hold for their time to live, whatever happens at the servers.
   *
   * @return a freshness without an end
   */
  static Freshness byTimeOnly() {
    Object always = new Object();
    return new Freshness() {
      @Override
      public Object bond(byte[] key) {
        return always;
      }

      @Override
      public long version() {
        return 0;
      }

      @Override
      public void stop() {
        // There is nothing to stop.
      }

      @Override
      public void close() {
        // There is nothing to close.
      }
    };
  }
}
