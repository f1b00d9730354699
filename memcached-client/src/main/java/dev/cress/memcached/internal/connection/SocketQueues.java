package dev.cress.memcached.internal.connection;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import net.spy.memcached.ops.Operation;

/**
 * The operations of one socket: added by callers, taken to be written, then waiting for their
 * reply. They have no bound of their own, as spymemcached would block a caller on a full one; the
 * number of all of them together is bounded before an operation is added.
 */
final class SocketQueues {

  final BlockingQueue<Operation> added = new LinkedBlockingQueue<>();
  final BlockingQueue<Operation> toWrite = new LinkedBlockingQueue<>();
  final BlockingQueue<Operation> toRead = new LinkedBlockingQueue<>();

  /** How many operations are under way, also those whose callers have given up. */
  int size() {
    return added.size() + toWrite.size() + toRead.size();
  }
}
