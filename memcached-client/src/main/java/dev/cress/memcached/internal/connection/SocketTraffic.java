package dev.cress.memcached.internal.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationState;

/**
 * What goes over one connected socket. While nothing is under way, a caller writes its operation
 * itself: the socket's thread has only the reply to wake up for. All others are queued and written
 * together by the socket's thread, which alone reads.
 */
final class SocketTraffic {

  private final MemcachedNode node;
  private final SocketQueues queues;
  private final long operationTimeoutMillis;
  private final ReentrantLock writing = new ReentrantLock();

  SocketTraffic(MemcachedNode node, SocketQueues queues, long operationTimeoutMillis) {
    this.node = node;
    this.queues = queues;
    this.operationTimeoutMillis = operationTimeoutMillis;
  }

  /**
   * Sends an operation on the caller's thread if nothing else is under way. Never waits. What does
   * not fit into the socket's buffer is left to the socket's thread, which is to be woken up if
   * {@link #writeQueued} has anything to do. A caller that is interrupted does not write either:
   * queueing refuses its operation, and what becomes of it must not depend on what is under way.
   *
   * @param operation an initialized operation
   * @return false if it is to be queued, or refused by that; else it was sent or begun, or had
   *     ended before
   * @throws IOException if the socket fails; the operation then waits for its reply
   */
  boolean writeAtOnce(Operation operation) throws IOException {
    if (queues.size() > 0 || Thread.currentThread().isInterrupted() || !writing.tryLock()) {
      return false;
    }
    try {
      boolean idle = queues.size() == 0;
      if (idle) {
        begin(operation);
      }
      return idle;
    } finally {
      writing.unlock();
    }
  }

  private void begin(Operation operation) throws IOException {
    synchronized (operation) {
      if (operation.isCancelled() || operation.isTimedOut(operationTimeoutMillis)) {
        return;
      }
      operation.writing();
      queues.toRead.add(operation);
      ByteBuffer bytes = operation.getBuffer();
      node.getChannel().write(bytes);
      if (bytes.hasRemaining()) {
        queues.toWrite.add(operation);
      } else {
        operation.writeComplete();
      }
    }
  }

  /** Tells whether operations wait to be written. */
  boolean hasQueued() {
    return !queues.added.isEmpty() || !queues.toWrite.isEmpty();
  }

  /**
   * Writes what is queued as far as the socket takes it; on the socket's thread.
   *
   * @return whether all was written
   * @throws IOException if the socket fails
   */
  boolean writeQueued() throws IOException {
    if (!hasQueued() && node.getBytesRemainingToWrite() == 0) {
      return true;
    }
    writing.lock();
    try {
      node.copyInputQueue();
      node.fillWriteBuffer(false);
      while (node.getBytesRemainingToWrite() > 0 && node.writeSome() > 0) {
        node.fillWriteBuffer(false);
      }
      return node.getBytesRemainingToWrite() == 0 && queues.toWrite.isEmpty();
    } finally {
      writing.unlock();
    }
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
