package dev.cress.redis.internal.pubsub;

import dev.cress.redis.internal.connection.Connector;
import dev.cress.redis.internal.connection.Failures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscription that one node was asked for.
 *
 * @param subscription the subscription
 * @param answer the node's
 */
record Sent(Subscription subscription, CompletableFuture<Void> answer) {

  /**
   * Joins the answers to one call. A node that is not connected fails the call only if no other
   * node has confirmed anything; a node that refuses does in any case. One that is silent keeps the
   * answers of the others from the caller for some seconds only.
   *
   * @param forget given the subscriptions that have failed, if the call fails, before it does
   */
  static CompletableFuture<Void> join(List<Sent> sent, Consumer<List<Subscription>> forget) {
    if (sent.size() > 1) {
      sent.forEach(
          each -> each.answer.orTimeout(Connector.MOST_SILENCE.toNanos(), TimeUnit.NANOSECONDS));
    }
    CompletableFuture<Void> joined = new CompletableFuture<>();
    CompletableFuture.allOf(sent.stream().map(Sent::answer).toArray(CompletableFuture[]::new))
        .whenComplete(
            (done, failure) -> {
              List<Sent> failed = failure == null ? List.of() : failed(sent);
              Throwable reason = failed.isEmpty() ? null : failed.get(0).failure();
              if (reason == null) {
                joined.complete(null);
              } else {
                forget.accept(failed.stream().map(Sent::subscription).toList());
                joined.completeExceptionally(reason);
              }
            });
    return joined;
  }

  private static List<Sent> failed(List<Sent> sent) {
    List<Sent> refused =
        sent.stream()
            .filter(each -> each.failure() instanceof RedisCommandExecutionException)
            .toList();
    boolean none = sent.stream().allMatch(each -> each.failure() != null);
    return !refused.isEmpty() || !none ? refused : sent;
  }

  private @Nullable Throwable failure() {
    Throwable failure = answer.handle((done, reason) -> reason).join();
    if (failure instanceof TimeoutException) {
      return new RedisCommandTimeoutException(
          "no node confirmed the subscription within " + Connector.MOST_SILENCE.toSeconds() + " s");
    }
    return failure == null ? null : Failures.cause(failure);
  }
}
