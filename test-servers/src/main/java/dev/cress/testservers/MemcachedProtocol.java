package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** memcached, as far as test servers need it: the version command of the text protocol. */
final class MemcachedProtocol implements Protocol {

  /**
   * Arguments of memcached. It refuses to run as root unless it is told a user; for another user
   * this has no effect.
   */
  static final List<String> ANY_USER_NO_UDP = List.of("-u", "root", "-U", "0");

  private static final int TIMEOUT_MILLIS = 500;
  private static final int MAX_REPLY_BYTES = 256;
  private static final String REPLY = "VERSION ";

  @Override
  public boolean answers(String host, int port) {
    try {
      return askVersion(host, port).startsWith(REPLY);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String version(String host, int port) {
    try {
      String reply = askVersion(host, port);
      if (!reply.startsWith(REPLY)) {
        throw new IllegalStateException("No version in the answer to version: " + reply.strip());
      }
      return reply.substring(REPLY.length()).strip();
    } catch (IOException e) {
      throw new IllegalStateException("No answer to version from " + host + ":" + port, e);
    }
  }

  /** Returns the bytes until the server hangs up. */
  private static String askVersion(String host, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.getOutputStream().write("version\r\nquit\r\n".getBytes(UTF_8));
      return new String(socket.getInputStream().readNBytes(MAX_REPLY_BYTES), UTF_8);
    }
  }
}
