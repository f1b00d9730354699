package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** A connection that plays a script and fails at the first reply that is another one. */
final class ExchangeSocket implements AutoCloseable {

  private static final String CLOSED = "CLOSED";

  private final Socket socket = new Socket();
  private final InputStream in;
  private final ExchangeText texts = new ExchangeText();
  private boolean closed;

  ExchangeSocket(TestNode node) throws IOException {
    socket.setSoTimeout(5_000);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(node.host(), node.port()), 5_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Empties the server, plays the script and checks that nothing more comes after it. */
  void play(ExchangeScript script) throws IOException {
    send("flush_all\r\n");
    expect(new ExchangeScript.Line("before " + script.title(), "< OK"));
    for (ExchangeScript.Line line : script.lines()) {
      String text = line.text();
      if (text.startsWith(">-")) {
        send(texts.toSend(content(text, 3)));
      } else if (text.startsWith(">")) {
        send(texts.toSend(content(text, 2)) + "\r\n");
      } else {
        expect(line);
      }
    }
    if (!closed) {
      send("mn\r\n");
      expect(new ExchangeScript.Line("after " + script.title(), "< MN"));
    }
  }

  private static String content(String text, int start) {
    return text.length() < start ? "" : text.substring(start);
  }

  private void send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
  }

  private void expect(ExchangeScript.Line line) {
    String reply = receive();
    String expected = content(line.text(), 2);
    if (!texts.matches(expected, reply)) {
      throw new AssertionError(
          line.where() + "\n  expected: " + expected + "\n  but was:  " + shorten(reply));
    }
  }

  private static String shorten(String reply) {
    return reply.length() < 300 ? reply : reply.substring(0, 300) + "…";
  }

  /**
   * Returns the next line of the reply, or {@code CLOSED}. A line that ends without a carriage
   * return keeps its line feed.
   */
  private String receive() {
    StringBuilder line = new StringBuilder();
    try {
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          closed = true;
          return CLOSED;
        }
        line.append((char) next);
      }
    } catch (SocketTimeoutException e) {
      return "nothing for 5 seconds";
    } catch (SocketException e) {
      closed = true;
      return CLOSED;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int last = line.length() - 1;
    return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line + "\n";
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
