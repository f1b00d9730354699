package dev.cress.testservers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Connections, a thread each, that send the same command at the same time. */
final class Rivals implements AutoCloseable {

  private final List<LineSocket> sockets = new ArrayList<>();
  private final ExecutorService threads;
  private final CyclicBarrier start;

  Rivals(TestNode node, int count) throws IOException {
    threads = Executors.newFixedThreadPool(count);
    start = new CyclicBarrier(count);
    for (int i = 0; i < count; i++) {
      sockets.add(new LineSocket(node));
    }
  }

  /** Returns the first lines of the replies and how many clients got each. */
  Map<String, Long> ask(String command) throws Exception {
    List<Future<String>> replies = new ArrayList<>();
    for (LineSocket socket : sockets) {
      replies.add(threads.submit(() -> askAtOnce(socket, command)));
    }
    Map<String, Long> counts = new HashMap<>();
    for (Future<String> reply : replies) {
      counts.merge(reply.get(10, TimeUnit.SECONDS), 1L, Long::sum);
    }
    return counts;
  }

  private String askAtOnce(LineSocket socket, String command) throws Exception {
    start.await(5, TimeUnit.SECONDS);
    return socket.ask(command);
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (LineSocket socket : sockets) {
      socket.close();
    }
  }
}
