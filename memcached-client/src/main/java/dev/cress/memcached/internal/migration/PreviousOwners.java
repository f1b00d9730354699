package dev.cress.memcached.internal.migration;

import dev.cress.health.NodeWatch;
import dev.cress.memcached.error.NodeOverloadedException;
import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.error.OutcomeUnknownException;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.node.Node;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Takes values from previous owners in one window. Thread-safe. */
final class PreviousOwners {

  private static final long PAUSE_MILLIS = 20;

  private final WindowContext context;
  private final Map<Node, PreviousOwner> owners = new ConcurrentHashMap<>();

  PreviousOwners(WindowContext context) {
    this.context = context;
  }

  /**
   * Takes a value. Where the connection is lost, tries again until the node has been away for as
   * long as it may be silent: a copy that is left there could come back. Where this client has too
   * much under way to the node, waits for its turn. Fails soon when the node is silent, at once
   * when it has been silent or away for some time.
   */
  CompletionStage<MetaItem> take(Node node, byte[] key) {
    return owners.computeIfAbsent(node, PreviousOwner::new).take(key);
  }

  /** What came of a call; one of the two is null. */
  private record Taken(@Nullable MetaItem item, @Nullable Throwable failure) {}

  private final class PreviousOwner {
    private final Node node;
    private final NodeWatch watch;
    private boolean away;
    private long awaySince;

    PreviousOwner(Node node) {
      this.node = node;
      this.watch =
          new NodeWatch(
              context.policy().previousOwnerTimeout(),
              () -> new NodeUnavailableException(node.name(), null));
    }

    /* The watch is for silence: a node that is away is not asked, and fails its calls at once. */
    CompletionStage<MetaItem> take(byte[] key) {
      return watch
          .call(() -> context.call(Step.TAKE, node, MetaGet.take(key)).handle(Taken::new))
          .thenCompose(taken -> taken(taken, key));
    }

    private CompletionStage<MetaItem> taken(Taken taken, byte[] key) {
      MetaItem item = taken.item();
      if (item != null) {
        answered();
        return CompletableFuture.completedFuture(item);
      }
      Throwable failure = Stages.cause(Objects.requireNonNull(taken.failure()));
      boolean lost =
          failure instanceof NodeUnavailableException || failure instanceof OutcomeUnknownException;
      boolean busy = failure instanceof NodeOverloadedException; // with what this client sent
      return busy || (lost && mayComeBack())
          ? Stages.later(PAUSE_MILLIS).thenCompose(waited -> take(key))
          : CompletableFuture.failedFuture(failure);
    }

    private synchronized void answered() {
      away = false;
    }

    private synchronized boolean mayComeBack() {
      long now = System.nanoTime();
      if (!away) {
        away = true;
        awaySince = now;
      }
      return now - awaySince < context.policy().previousOwnerTimeout().toNanos();
    }
  }
}
