package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;

import dev.cress.migration.Fence;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.Node;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is done at owners, where authority over a key sits. Thread-safe. */
final class Owners {

  private final WindowContext context;
  private final ManyKeys adoptions;
  private final Map<Node, CompletableFuture<Void>> ended = new ConcurrentHashMap<>();

  Owners(WindowContext context) {
    this.context = context;
    this.adoptions = new ManyKeys(context, context.scripts().adopt());
  }

  CompletionStage<Reply> probe(Node owner, byte[] key) {
    return context.callInTime(
        owner, context.scripts().probe(), keys(key), List.of(context.fence(owner)));
  }

  CompletionStage<Reply> adopt(Node owner, byte[] key, long now, Payload payload) {
    List<byte[]> args = new ArrayList<>(adoptArgs(owner, now));
    args.addAll(payload.args());
    return context
        .callInTime(owner, context.scripts().adopt(), keys(key), args)
        .whenComplete((reply, failure) -> tellFailure(owner, 1, failure));
  }

  /** Gives an owner authority over keys, each with its payload; one answer for each key. */
  CompletionStage<List<Reply>> adoptAll(
      Node owner, List<byte[]> keys, long now, List<Payload> payloads) {
    List<byte[]> own = new ArrayList<>();
    payloads.forEach(payload -> own.addAll(payload.args()));
    List<byte[]> shared = List.of(InternalKeys.IN, InternalKeys.marks(context.version()));
    return adoptions
        .call(owner, keys, shared, adoptArgs(owner, now), own)
        .whenComplete((replies, failure) -> tellFailure(owner, keys.size(), failure));
  }

  private List<byte[]> adoptArgs(Node owner, long now) {
    long deadline = now + context.policy().adoptDeadline().toMillis();
    return List.of(context.fence(owner), bytes(Long.toString(deadline)));
  }

  /** Tells that keys could not be adopted, if so. */
  void tellFailure(Node owner, int keys, @Nullable Throwable failure) {
    if (failure != null) {
      context.tell(Kind.ADOPT_FAILED, owner, keys, String.valueOf(failure.getMessage()));
    }
  }

  /** The owner's clock, in ms. */
  CompletionStage<Long> time(Node owner) {
    return context
        .connection(owner)
        .call(CommandType.TIME, new ReplyOutput(), new CommandArgs<>(ByteArrayCodec.INSTANCE))
        .toCompletableFuture()
        .copy()
        .orTimeout(context.serverWait().atMost().toMillis(), TimeUnit.MILLISECONDS)
        .thenApply(Reply::new)
        .thenApply(t -> Long.parseLong(t.text(0)) * 1000 + Long.parseLong(t.text(1)) / 1000);
  }

  private List<byte[]> keys(byte[] key) {
    return List.of(key, InternalKeys.IN, InternalKeys.marks(context.version()));
  }

  /**
   * Called when an owner's fence is not the one of this window. When the owner is past the window,
   * its keys are plain. Otherwise it lost its fence or its marks: the window must never go on
   * there, so it is ended; what the owner holds stays, unmoved keys of it are lost.
   */
  CompletionStage<Void> endIfLost(Node owner, String text) {
    Fence fence = text.isEmpty() ? null : Fence.parse(text);
    if (fence != null && fence.isAtLeast(context.version(), Fence.CLOSED)) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> ending = new CompletableFuture<>();
    CompletableFuture<Void> known = ended.putIfAbsent(owner, ending);
    if (known == null) {
      end(owner, ending);
    }
    return known == null ? ending : known;
  }

  /* What failed is forgotten, so that the next command tries again. */
  private void end(Node owner, CompletableFuture<Void> ending) {
    context.tell(
        Kind.FENCE_LOST, owner, 0, "its window is ended; keys that had not moved there are lost");
    List<byte[]> version = List.of(bytes(Long.toString(context.version())));
    context
        .callInTime(
            owner, context.scripts().done(), RedisFences.inAndMarks(context.version()), version)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                ending.complete(null);
              } else {
                ended.remove(owner, ending);
                ending.completeExceptionally(failure);
              }
            });
  }
}
