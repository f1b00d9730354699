package dev.cress.memcached.internal.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationState;
import org.jspecify.annotations.Nullable;

/**
 * What goes over one connected socket. Every operation is queued first; then whoever is free writes
 * all that is queued: a caller while little is under way, else the socket's thread, which alone
 * reads. Thread-safe.
 */
final class SocketTraffic {

  /* Operations under way from which on the socket's thread writes, many with one call. */
  private static final int MANY = 8;

  private final MemcachedNode node;
  private final SocketQueues queues;
  private final ReentrantLock writing = new ReentrantLock();
  private volatile @Nullable Thread lastWriter;
  private volatile boolean begun;

  SocketTraffic(MemcachedNode node, SocketQueues queues) {
    this.node = node;
    this.queues = queues;
  }

  /**
   * Writes what is queued, on a caller's thread; never waits for another writer. A caller that
   * finds one leaves its operation to that one, who looks again when it has written; so does one
   * that is called back while it writes itself, as by an operation that has timed out in the queue.
   *
   * @return whether the socket's thread has to write what is left: much is under way, or the socket
   *     takes no more
   * @throws IOException if the socket fails
   */
  boolean writeAsCaller() throws IOException {
    if (sendsWithoutWaiting()) {
      return true;
    }
    while (hasQueued()) {
      if (begun || queues.toRead.size() >= MANY) {
        return true;
      }
      if (writing.isHeldByCurrentThread() || !writing.tryLock()) {
        return false;
      }
      try {
        lastWriter = Thread.currentThread();
        write();
      } finally {
        writing.unlock();
      }
    }
    return false;
  }

  /* A caller that comes again before its reply does not wait for replies. More will follow, which the
   * socket's thread writes with fewer calls. */
  private boolean sendsWithoutWaiting() {
    return Thread.currentThread().equals(lastWriter) && !queues.toRead.isEmpty();
  }

  /** Tells whether anything waits to be written. */
  boolean hasQueued() {
    return begun || !queues.added.isEmpty();
  }

  /**
   * Writes what is queued as far as the socket takes it; on the socket's thread, which has replies
   * to read and waits for no caller that is writing.
   *
   * @return whether nothing is begun that the socket did not take
   * @throws IOException if the socket fails
   */
  boolean writeQueued() throws IOException {
    if (!hasQueued() || !writing.tryLock()) {
      return true;
    }
    try {
      write();
      return !begun;
    } finally {
      writing.unlock();
    }
  }

  /** Takes all operations out of the queues, in their order, when the socket has ended. */
  List<Operation> takeAll() {
    List<Operation> all = new ArrayList<>();
    writing.lock();
    try {
      queues.toRead.drainTo(all);
      queues.toWrite.drainTo(all);
      queues.added.drainTo(all);
    } finally {
      writing.unlock();
    }
    return all;
  }

  private void write() throws IOException {
    node.copyInputQueue();
    node.fillWriteBuffer(false);
    while (node.getBytesRemainingToWrite() > 0 && node.writeSome() > 0) {
      node.fillWriteBuffer(false);
    }
    begun = node.getBytesRemainingToWrite() > 0 || !queues.toWrite.isEmpty();
  }

  /**
   * Reads what there is; on the socket's thread.
   *
   * @throws IOException if the socket fails, the server has closed it or sends what nobody asked
   */
  void read() throws IOException {
    SocketChannel channel = node.getChannel();
    ByteBuffer buffer = node.getRbuf();
    boolean full;
    do {
      if (channel.read(buffer) < 0) {
        throw new IOException("the server closed the connection");
      }
      full = !buffer.hasRemaining();
      hand(buffer.flip());
      buffer.clear();
    } while (full);
    node.completedRead();
  }

  private void hand(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      Operation operation = node.getCurrentReadOp();
      if (operation == null) {
        throw new IOException("the server sent a reply that nothing was asked for");
      }
      synchronized (operation) {
        operation.readFromBuffer(bytes);
      }
      if (operation.getState() == OperationState.COMPLETE) {
        node.removeCurrentReadOp();
      }
    }
  }
}
