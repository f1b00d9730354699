package dev.cress.testservers;

/**
 * One real server on loopback that a test can break on purpose. Running when handed out by {@link
 * TestServers}; host and port stay the same for its whole life. Thread-safe.
 *
 * <p>Every method that starts something returns once the server answers, and throws {@link
 * IllegalStateException} with the server's log if it does not within 20 seconds.
 */
public interface TestNode extends AutoCloseable {

  /** Returns the address to connect to, always a loopback address. */
  String host();

  /** Returns the port to connect to, between 20000 and 29999. */
  int port();

  /**
   * Asks the running server for its version and returns it, for example {@code "7.0.15"}. For
   * Valkey this is the Redis version it is compatible with.
   *
   * @throws IllegalStateException if the server does not answer or asks for a password
   */
  String version();

  /** Ends the server at once, like {@code kill -9}. Does nothing if it is dead already. */
  void kill();

  /**
   * Starts the server again on the same port, after a kill if it is still alive. It is empty unless
   * it was started with arguments that make it persist its data.
   */
  void restart();

  /**
   * Freezes the server: connections stay open and new ones may be accepted, but nothing is
   * answered. Does nothing if it is paused already.
   *
   * @throws IllegalStateException if the server is dead
   */
  void pause();

  /**
   * Ends a pause: the server goes on and answers what has queued up. Does nothing if not paused.
   */
  void resume();

  /** Ends the server for good and frees its port and files. May be called more than once. */
  @Override
  void close();
}
