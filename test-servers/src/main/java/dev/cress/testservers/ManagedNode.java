package dev.cress.testservers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The one {@link TestNode}: a server of any provider and the protocol to ask whether it is up. */
final class ManagedNode implements TestNode {

  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(10);

  private enum State {
    DEAD,
    RUNNING,
    PAUSED,
    CLOSED
  }

  private final int port;
  private final Server server;
  private final Protocol protocol;
  private State state = State.DEAD;

  ManagedNode(int port, Server server, Protocol protocol) {
    this.port = port;
    this.server = server;
    this.protocol = protocol;
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String version() {
    return protocol.version(host(), port);
  }

  @Override
  public synchronized void kill() {
    if (state == State.RUNNING || state == State.PAUSED) {
      server.kill();
      state = State.DEAD;
    }
  }

  @Override
  public synchronized void restart() {
    if (state == State.CLOSED) {
      throw new IllegalStateException(this + " is closed");
    }
    kill();
    state = State.RUNNING;
    server.start();
    awaitAnswer();
  }

  private void awaitAnswer() {
    long start = System.nanoTime();
    while (!protocol.answers(host(), port)) {
      boolean late = System.nanoTime() - start > START_TIMEOUT.toNanos();
      if (late || !server.running()) {
        String what = late ? " does not answer" : " ended";
        throw new IllegalStateException(this + what + "; its log:\n" + server.log());
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  @Override
  public synchronized void pause() {
    if (state == State.DEAD || state == State.CLOSED) {
      throw new IllegalStateException(this + " is " + state + " and cannot be paused");
    }
    if (state == State.RUNNING) {
      server.pause();
      state = State.PAUSED;
    }
  }

  @Override
  public synchronized void resume() {
    if (state == State.PAUSED) {
      server.resume();
      state = State.RUNNING;
    }
  }

  @Override
  public synchronized void close() {
    if (state != State.CLOSED) {
      kill();
      server.remove();
      state = State.CLOSED;
    }
  }

  @Override
  public String toString() {
    return "Node " + host() + ":" + port;
  }
}
