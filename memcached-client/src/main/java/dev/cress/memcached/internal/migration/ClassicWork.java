package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.memcached.internal.operation.CarriesToken;
import dev.cress.memcached.internal.operation.Replay;
import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.topology.Change;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;

/**
 * Works on changed keys where a server lacks the meta commands: nothing is moved, as nothing tells
 * how long a value has left. What is not at the owner is worked on where it is, at the previous
 * owner; what is set anew is set at the owner. Between the steps another client may come in, so
 * this is weaker than a move: a read can miss a value that is just being written, and a write can
 * be lost. Thread-safe.
 */
final class ClassicWork implements KeyWork {

  private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  private final Change change;
  private final NodeConnections connections;
  private final ClassicCalls calls = new ClassicCalls();

  ClassicWork(Change change, NodeConnections connections) {
    this.change = change;
    this.connections = connections;
  }

  @Override
  public CompletionStage<Void> perform(TextOperation operation, byte[] key, NodeConnection owner) {
    Operation asked = operation;
    NodeConnection previous = connections.target(change.before().owner(key));
    String text = new String(key, StandardCharsets.UTF_8);
    if (asked instanceof StoreOperation store && store.getStoreType() == StoreType.set) {
      return calls.delete(previous, text).thenCompose(deleted -> send(operation, owner));
    } else if (asked instanceof StoreOperation store && store.getStoreType() == StoreType.add) {
      return calls
          .get(previous, text)
          .thenCompose(found -> add(operation, owner, found.isPresent()));
    } else if (asked instanceof DeleteOperation) {
      return calls.delete(previous, text).thenCompose(was -> delete(operation, text, owner, was));
    } else if (asked instanceof CarriesToken carrier) {
      return send(operation, previous.fits(carrier) ? previous : owner);
    }
    return calls
        .get(owner, text)
        .thenCompose(found -> send(operation, found.isPresent() ? owner : previous));
  }

  private static CompletionStage<Void> send(TextOperation operation, NodeConnection node) {
    node.write(operation);
    return DONE;
  }

  private static CompletionStage<Void> add(
      TextOperation operation, NodeConnection owner, boolean exists) {
    if (exists) {
      Replay.line(operation, "NOT_STORED");
      return DONE;
    }
    return send(operation, owner);
  }

  private CompletionStage<Void> delete(
      TextOperation operation, String key, NodeConnection owner, boolean deleted) {
    if (!deleted) {
      return send(operation, owner);
    }
    return calls.delete(owner, key).thenAccept(alsoThere -> Replay.line(operation, "DELETED"));
  }
}
