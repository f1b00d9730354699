package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.MetaOperation;
import java.util.concurrent.CompletionStage;

/** Sends one step of a move, or of work on a key that may have moved, to a node. Thread-safe. */
public interface ServerCalls {

  /** What a call is for. */
  enum Step {
    /** Asks the owner for the key and, if it has none, for the right to fill it. */
    LEASE,
    /** Takes the value from the previous owner. */
    TAKE,
    /** Gives the value to the owner. */
    PUT,
    /** Notes at the owner that there is no value. */
    TOMBSTONE,
    /** Gives a lease back. */
    RELEASE,
    /** Removes from the previous owner what the owner has authority over. */
    REMOVE,
    /** Looks at the owner, before work or as a read. */
    LOOK,
    /** Works on the value that was looked at. */
    WORK
  }

  /** As a client does it, without anything between. */
  ServerCalls DIRECT =
      new ServerCalls() {
        @Override
        public <R> CompletionStage<R> call(
            Step step, NodeConnection node, MetaOperation<R> operation) {
          node.write(operation);
          return operation.reply();
        }
      };

  /**
   * Sends a call.
   *
   * @param step what it is for
   * @param node where to
   * @param operation not sent before
   * @param <R> the answer
   * @return the answer, or why there is none; completes on any thread
   */
  <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation);
}
