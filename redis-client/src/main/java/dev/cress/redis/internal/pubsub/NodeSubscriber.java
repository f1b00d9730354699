package dev.cress.redis.internal.pubsub;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.connection.NodeConnections;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.pubsub.PubSubOutput;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one connection of the user's is subscribed to at one node, over a socket of its own that is
 * made again when it is lost. All methods are called under the lock of the subscriptions that it is
 * part of, unless they say otherwise.
 */
final class NodeSubscriber {

  /*
   * A name is written in a command of its own: Lettuce takes the first reply of SUBSCRIBE for the
   * end of the command, though the server sends one for each name.
   *
   * Commands are written under the lock, so that the server gets them in the order in which "wanted"
   * changed, but nothing that depends on their replies is attached there: a command that fails at
   * once would run the user's code under the lock.
   */

  private static final Logger LOG = LoggerFactory.getLogger(NodeSubscriber.class);

  private final Node node;
  private final Subscriptions facade;
  private final NodeConnection connection;
  private final Set<Subscription> wanted = new LinkedHashSet<>();

  NodeSubscriber(Node node, NodeConnections connections, Subscriptions facade) {
    this.node = node;
    this.facade = facade;
    this.connection = connections.subscriber(node, this::linked);
  }

  boolean wants(Subscription subscription) {
    return wanted.contains(subscription);
  }

  Set<Subscription> wanted() {
    return wanted;
  }

  /**
   * Subscribes, now and on each later link.
   *
   * @return completes when the node has confirmed; fails when it refuses or is not connected, and
   *     is then subscribed when the next link is made
   */
  CompletableFuture<Void> add(Subscription subscription) {
    wanted.add(subscription);
    return connection
        .firstAttempt()
        .thenCompose(attempted -> subscribe(subscription))
        .toCompletableFuture();
  }

  private CompletionStage<Void> subscribe(Subscription subscription) {
    synchronized (facade) {
      return wanted.contains(subscription)
          ? write(subscription.kind().subscribe, subscription)
          : CompletableFuture.completedFuture(null);
    }
  }

  /**
   * Ends a subscription.
   *
   * @return completes when the node has confirmed, at once if it is not connected; never fails
   */
  CompletableFuture<Void> remove(Subscription subscription) {
    return wanted.remove(subscription) && connection.isConnected()
        ? write(subscription.kind().unsubscribe, subscription)
            .exceptionally(failure -> null)
            .toCompletableFuture()
        : CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> write(CommandType type, Subscription subscription) {
    ByteArrayCodec codec = ByteArrayCodec.INSTANCE;
    CommandArgs<byte[], byte[]> args = new CommandArgs<>(codec).addKey(subscription.name());
    return connection.call(type, new PubSubOutput<>(codec), args).thenApply(reply -> null);
  }

  void close() {
    connection.close();
  }

  /* On the event loop of the link's channel, without the lock. The first link is subscribed by add. */
  private void linked(StatefulRedisPubSubConnection<byte[], byte[]> link) {
    link.addListener(new Hearing(this, facade));
    List<CompletionStage<Void>> answers = new ArrayList<>();
    synchronized (facade) {
      if (connection.firstAttempt().toCompletableFuture().isDone()) {
        facade.tellAgain(wanted);
        wanted.forEach(subscription -> answers.add(subscribe(subscription)));
      }
    }
    answers.forEach(answer -> answer.whenComplete((done, failure) -> tellRefusal(failure)));
  }

  private void tellRefusal(@Nullable Throwable failure) {
    Throwable cause = failure == null ? null : failure.getCause();
    if (cause instanceof RedisCommandExecutionException) {
      LOG.warn("node {} refuses a subscription that it had: {}", node.name(), cause.getMessage());
    }
  }
}
