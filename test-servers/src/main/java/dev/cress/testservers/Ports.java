package dev.cress.testservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports on loopback.
 *
 * <p>They lie below the range that systems hand out to outgoing connections. A client that keeps
 * reconnecting to a dead node could otherwise be given the node's own port, connect to itself and
 * block the restart.
 */
final class Ports {

  private static final int FIRST = 20_000;
  private static final int COUNT = 10_000;

  private Ports() {}

  /** Returns a random port that is free at this moment. */
  static int free() {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("No free port between " + FIRST + " and " + (FIRST + COUNT));
  }

  /** Returns whether a server could listen on the port now. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
