package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redis, as far as test servers need it: inline commands and the start of the reply.
 *
 * @param tls whether the server is reached by TLS; whose certificate it shows does not matter here
 */
record RedisProtocol(boolean tls) implements Protocol {

  /** Arguments of redis-server that keep everything in memory. */
  static final List<String> NO_PERSISTENCE = List.of("--save", "", "--appendonly", "no");

  private static final int TIMEOUT_MILLIS = 500;

  /** As long as each of the answers to PING that count. A Sentinel does not hang up after QUIT. */
  private static final int ANSWER_BYTES = "+PONG\r\n".length();

  private static final int MAX_REPLY_BYTES = 4096;
  private static final Pattern VERSION = Pattern.compile("redis_version:([0-9.]+)");

  /** A server that asks for a password or a certificate, or refuses this user, is up as well. */
  @Override
  public boolean answers(String host, int port) {
    try {
      if (tls) {
        connect(host, port).close();
        return true;
      }
      String reply = ask(host, port, "PING", ANSWER_BYTES);
      return reply.startsWith("+PONG")
          || reply.startsWith("-NOAUTH")
          || reply.startsWith("-NOPERM");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String version(String host, int port) {
    try {
      String reply = ask(host, port, "INFO server", MAX_REPLY_BYTES);
      Matcher matcher = VERSION.matcher(reply);
      if (!matcher.find()) {
        throw new IllegalStateException("No version in the answer to INFO: " + reply.strip());
      }
      return matcher.group(1);
    } catch (IOException e) {
      throw new IllegalStateException("No answer to INFO from " + host + ":" + port, e);
    }
  }

  /** Sends one inline command and QUIT, and returns so many bytes or all until it hangs up. */
  private String ask(String host, int port, String command, int bytes) throws IOException {
    try (Socket socket = connect(host, port)) {
      socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readNBytes(bytes), UTF_8);
    }
  }

  private Socket connect(String host, int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      return tls ? AnyCertificate.handshake(socket) : socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
