package dev.cress.testservers;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One connection through a proxy. Each direction has a thread that reads and stamps what it read
 * with the time it is due, and a thread that writes it then: so latency delays bytes without
 * limiting their rate.
 */
final class Tunnel {

  private static final int QUEUED_CHUNKS = 1024;

  private final Socket client;
  private final Socket target = new Socket();
  private final Faults faults;
  private final Consumer<Tunnel> onEnd;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final AtomicInteger openDirections = new AtomicInteger(2);

  Tunnel(Socket client, Faults faults, Consumer<Tunnel> onEnd) {
    this.client = client;
    this.faults = faults;
    this.onEnd = onEnd;
  }

  /** Connects to the target and starts to pass bytes; cuts the client if the target refuses. */
  synchronized void start(String host, int port) {
    try {
      target.connect(new InetSocketAddress(host, port), 5_000);
      client.setTcpNoDelay(true);
      target.setTcpNoDelay(true);
      pass(client, target, false);
      pass(target, client, true);
    } catch (IOException e) {
      cut();
    }
  }

  private void pass(Socket from, Socket to, boolean replies) {
    BlockingQueue<Chunk> queue = new LinkedBlockingQueue<>(QUEUED_CHUNKS);
    threads.add(spawn("cress-fault-proxy-read", () -> cutOnFailure(() -> read(from, queue))));
    threads.add(
        spawn("cress-fault-proxy-write", () -> cutOnFailure(() -> write(queue, to, replies))));
  }

  private void cutOnFailure(Task task) throws InterruptedException {
    try {
      task.run();
    } catch (IOException e) {
      cut();
    }
  }

  private void read(Socket from, BlockingQueue<Chunk> queue)
      throws IOException, InterruptedException {
    byte[] buffer = new byte[16 * 1024];
    int length = 0;
    while (length >= 0) {
      length = from.getInputStream().read(buffer);
      byte[] bytes = Arrays.copyOf(buffer, Math.max(length, 0));
      queue.put(new Chunk(bytes, System.nanoTime() + faults.delayNanos()));
    }
  }

  /** An empty chunk is the end of the stream. */
  private void write(BlockingQueue<Chunk> queue, Socket to, boolean replies)
      throws IOException, InterruptedException {
    for (Chunk chunk = queue.take(); chunk.bytes.length > 0; chunk = queue.take()) {
      TimeUnit.NANOSECONDS.sleep(chunk.dueNanos - System.nanoTime());
      faults.awaitPassage();
      int length = chunk.bytes.length;
      int allowed = replies ? faults.takeReplyBytes(length) : length;
      to.getOutputStream().write(chunk.bytes, 0, allowed);
      if (allowed < length) {
        throw new InterruptedIOException("cut in the middle of a reply");
      }
    }
    to.shutdownOutput();
    if (openDirections.decrementAndGet() == 0) {
      cut();
    }
  }

  /** Resets both sides, as far as they are still open. */
  synchronized void cut() {
    threads.forEach(Thread::interrupt);
    reset(client);
    reset(target);
    onEnd.accept(this);
  }

  /** Without lingering, close sends a reset. */
  private static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // closed already, which is all that is wanted
    }
  }

  /** Starts a daemon thread for work that ends with a closed socket or an interrupt. */
  static Thread spawn(String name, Task task) {
    Runnable quietly =
        () -> {
          try {
            task.run();
          } catch (IOException e) {
            // the socket was closed: the end of the work
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    Thread thread = new Thread(quietly, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Blocking work on sockets. */
  interface Task {
    void run() throws IOException, InterruptedException;
  }

  private static final class Chunk {
    private final byte[] bytes;
    private final long dueNanos;

    Chunk(byte[] bytes, long dueNanos) {
      this.bytes = bytes;
      this.dueNanos = dueNanos;
    }
  }
}
