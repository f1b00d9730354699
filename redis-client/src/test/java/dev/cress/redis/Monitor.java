package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.testservers.TestNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Records every command that a server executes, in order. */
final class Monitor implements AutoCloseable {

  private final Socket socket;
  private final List<String> lines = new ArrayList<>();

  Monitor(TestNode server) throws IOException {
    socket = new Socket(server.host(), server.port());
    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    socket.getOutputStream().write("MONITOR\r\n".getBytes(UTF_8));
    if (!"+OK".equals(in.readLine())) {
      throw new IOException("the server refused MONITOR");
    }
    Thread reader = new Thread(() -> record(in), "monitor");
    reader.setDaemon(true);
    reader.start();
  }

  private void record(BufferedReader in) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        synchronized (lines) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      // The monitor was closed.
    }
  }

  /** Where the first command that contains all the texts stands; -1 if there is none yet. */
  int indexOf(String... texts) {
    List<String> wanted = List.of(texts);
    synchronized (lines) {
      for (int i = 0; i < lines.size(); i++) {
        if (wanted.stream().allMatch(lines.get(i)::contains)) {
          return i;
        }
      }
      return -1;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
