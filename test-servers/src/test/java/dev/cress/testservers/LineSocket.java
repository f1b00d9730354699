package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A plain connection to a node that reads replies line by line. */
final class LineSocket implements AutoCloseable {

  private final Socket socket = new Socket();
  private final BufferedReader reader;

  LineSocket(TestNode node) throws IOException {
    socket.setSoTimeout(5_000);
    socket.connect(new InetSocketAddress(node.host(), node.port()), 5_000);
    reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  /** Sends a command and returns the first line of its reply. */
  String ask(String command) throws IOException {
    socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
    return readLine();
  }

  /** Returns the first line that starts so, skipping the lines before it. */
  String readUntil(String start) throws IOException {
    String line = readLine();
    while (!line.startsWith(start)) {
      line = readLine();
    }
    return line;
  }

  private String readLine() throws IOException {
    String line = reader.readLine();
    if (line == null) {
      throw new IOException("The server closed the connection");
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
