package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;

import dev.cress.health.NodeWatch;
import dev.cress.migration.Fence;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationPolicy.Persistence;
import dev.cress.node.Node;
import dev.cress.redis.error.NodeUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What is done at previous owners, which are only read, and emptied behind. Thread-safe. */
final class PreviousOwners {

  private final WindowContext context;
  private final ManyKeys dumps;
  private final Map<Node, PreviousOwner> all = new ConcurrentHashMap<>();

  PreviousOwners(WindowContext context) {
    this.context = context;
    this.dumps = new ManyKeys(context, context.scripts().dump());
  }

  /** Reads a key; fails soon when the node is silent, at once when it has been silent for some. */
  CompletionStage<Reply> dump(Node node, byte[] key) {
    return of(node).dump(key);
  }

  /** Makes sure that the node is frozen, or closed if it restarted, before it is read. */
  CompletionStage<Void> frozen(Node node) {
    return of(node).frozen();
  }

  /** Called when a node's fence is missing or too low. */
  CompletionStage<Void> restoreFence(Node node, String text) {
    return of(node).restoreFence(text);
  }

  /** Reads a key at a node that is {@link #frozen}; waits as long as any call. */
  CompletionStage<Reply> read(Node node, byte[] key) {
    List<byte[]> keys = List.of(key, InternalKeys.OUT);
    return context
        .callInTime(node, context.scripts().dump(), keys, dumpArgs())
        .thenApply(
            reply -> {
              noteClosed(node, reply);
              return reply;
            });
  }

  /** Reads keys at a node that is {@link #frozen}: the first ones, when they are large. */
  CompletionStage<List<Reply>> readAll(Node node, List<byte[]> keys) {
    return dumps
        .call(node, keys, List.of(InternalKeys.OUT), dumpArgs(), List.of())
        .thenApply(
            replies -> {
              replies.forEach(reply -> noteClosed(node, reply));
              return replies;
            });
  }

  private void noteClosed(Node node, Reply reply) {
    if (reply.word().equals("CLOSED")) {
      of(node).closed = true;
    }
  }

  /** Tells whether the node is known to be closed: nothing can be read there any more. */
  boolean isClosed(Node node) {
    return of(node).closed;
  }

  private List<byte[]> dumpArgs() {
    return List.of(
        bytes(Long.toString(context.version())),
        bytes(Long.toString(context.policy().maxKeySize())));
  }

  private PreviousOwner of(Node node) {
    return all.computeIfAbsent(node, PreviousOwner::new);
  }

  /** One previous owner as this client sees it in this window. */
  private final class PreviousOwner {
    private final Node node;
    private final NodeWatch watch;
    private @Nullable CompletableFuture<Void> raised;
    private String raisedFor = "";
    private volatile boolean closed;

    PreviousOwner(Node node) {
      this.node = node;
      this.watch =
          new NodeWatch(
              context.policy().previousOwnerTimeout(),
              () -> new NodeUnavailableException(node.name(), null));
    }

    CompletionStage<Reply> dump(byte[] key) {
      return watch.call(() -> frozen().thenCompose(done -> read(node, key)));
    }

    /*
     * The fence is raised once on each start of the server. A server that restarted since the change
     * began may have forgotten what was removed from it: unless it is said to forget nothing, it is
     * closed, and its unmoved keys are absent.
     */
    synchronized CompletionStage<Void> frozen() {
      String server = context.connection(node).identity().orElse("");
      CompletableFuture<Void> current = raised;
      boolean failed = current != null && current.isCompletedExceptionally();
      if (current == null || failed || !server.equals(raisedFor)) {
        raisedFor = server;
        current = raise(isRestarted(server) ? Fence.CLOSED : Fence.OPEN);
        raised = current;
      }
      return current;
    }

    private boolean isRestarted(String server) {
      boolean restarted = !server.isEmpty() && !server.equals(context.change().server(node));
      if (!restarted || context.policy().previousOwnerPersistence() == Persistence.AOF_ALWAYS) {
        return false;
      }
      context.tell(
          Kind.SERVER_RESTARTED, node, 0, "it may have lost writes: its unmoved keys are absent");
      return true;
    }

    private CompletableFuture<Void> raise(int rank) {
      List<byte[]> text = List.of(bytes(Fence.text(context.version(), rank)));
      return context
          .callInTime(node, context.scripts().raise(), List.of(InternalKeys.OUT), text)
          .thenApply(fence -> (Void) null)
          .toCompletableFuture();
    }

    synchronized CompletionStage<Void> restoreFence(String text) {
      Fence fence = text.isEmpty() ? null : Fence.parse(text);
      if (fence == null || !fence.isAtLeast(context.version(), Fence.OPEN)) {
        raised = null;
      }
      return frozen();
    }
  }
}
