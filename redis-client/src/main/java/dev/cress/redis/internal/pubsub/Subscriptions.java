package dev.cress.redis.internal.pubsub;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnections;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.redis.internal.pubsub.Subscription.Kind;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one connection of the user's is subscribed to, and at which nodes. Thread-safe: its own
 * monitor guards it and its {@link NodeSubscriber}s.
 */
final class Subscriptions {

  /*
   * While a change is proposed or under way a channel is subscribed at its owner before and after
   * it. The new owner has confirmed before this client acknowledges the hold, so before any client
   * publishes there; the former owner is left some time after the change, when no client publishes
   * there any more. A message is published at one node, so it is heard once however many nodes are
   * subscribed.
   *
   * "told" holds what the user's listeners know to be in force: they are told once, by the first
   * node that confirms, and again when a lost link is back, as by a plain connection.
   */

  private final NodeConnections connections;
  private final Supplier<Topology> newest;
  private final Listeners<?, ?> listeners;
  private final Map<Subscription, Object> wanted = new LinkedHashMap<>();
  private final Told told = new Told();
  private final Map<RedisURI, NodeSubscriber> nodes = new HashMap<>();
  private Serving serving;
  private boolean closed;

  Subscriptions(NodeConnections connections, Supplier<Topology> newest, Listeners<?, ?> listeners) {
    this.connections = connections;
    this.newest = newest;
    this.listeners = listeners;
    this.serving = Serving.by(newest.get());
  }

  /**
   * Subscribes to names.
   *
   * @return completes when all nodes that are connected have confirmed; fails if one refuses, or if
   *     none is connected: what failed is then forgotten
   */
  CompletableFuture<Void> subscribe(Kind kind, List<byte[]> names) {
    Object call = new Object();
    List<Sent> sent = new ArrayList<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(new RedisException("Connection is closed"));
      }
      for (byte[] name : names) {
        Subscription subscription = new Subscription(kind, name);
        wanted.put(subscription, call);
        told.remove(subscription);
        for (Node node : serving.nodes(subscription)) {
          sent.add(new Sent(subscription, at(node).add(subscription)));
        }
      }
    }
    return Sent.join(sent, failed -> forget(failed, call));
  }

  /* Unless another call has asked for it meanwhile. */
  private synchronized void forget(List<Subscription> failed, Object call) {
    for (Subscription subscription : failed) {
      if (wanted.remove(subscription, call)) {
        told.remove(subscription);
        nodes.values().forEach(node -> node.remove(subscription));
      }
    }
  }

  /**
   * Ends the subscriptions to names, or to all of a kind if none is named.
   *
   * @return completes when the nodes have confirmed
   */
  CompletableFuture<Void> unsubscribe(Kind kind, List<byte[]> names) {
    List<Subscription> leaving;
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    synchronized (this) {
      leaving =
          names.isEmpty()
              ? wanted.keySet().stream().filter(each -> each.kind() == kind).toList()
              : names.stream().map(name -> new Subscription(kind, name)).toList();
      for (Subscription subscription : leaving) {
        wanted.remove(subscription);
        nodes.values().forEach(node -> answers.add(node.remove(subscription)));
      }
    }
    return all(answers).thenRun(() -> left(leaving));
  }

  private void left(List<Subscription> leaving) {
    synchronized (this) {
      for (Subscription subscription : leaving) {
        if (!wanted.containsKey(subscription)) {
          told.remove(subscription);
        }
        listeners.unsubscribed(subscription, told.count(subscription));
      }
    }
    listeners.deliver();
  }

  /** A node has confirmed a subscription. */
  void confirmed(NodeSubscriber node, Subscription subscription) {
    synchronized (this) {
      if (!node.wants(subscription) || !told.add(subscription)) {
        return;
      }
      listeners.subscribed(subscription, told.count(subscription));
    }
    listeners.deliver();
  }

  /** A link is back: what it confirms is told again. */
  synchronized void tellAgain(Set<Subscription> subscriptions) {
    told.removeAll(subscriptions);
  }

  /** A message has come. */
  void heard(Kind kind, byte @Nullable [] pattern, byte[] channel, byte[] body) {
    if (!isInternal(channel, body)) {
      listeners.message(kind, pattern, channel, body);
      listeners.deliver();
    }
  }

  /* __keyspace@0__:<key> with the event as message, or __keyevent@0__:<event> with the key. */
  private static boolean isInternal(byte[] channel, byte[] body) {
    if (!Subscription.isKeyEvents(channel)) {
      return false;
    }
    int key = 1;
    while (key < channel.length && channel[key - 1] != ':') {
      key++;
    }
    return InternalKeys.isInternal(channel, key, channel.length)
        || InternalKeys.isInternal(body, 0, body.length);
  }

  /**
   * Goes by the newest topology: subscribes at nodes that serve what is wanted and were not asked
   * yet. Those that no longer serve it are left to {@link #leaveFormer}.
   *
   * @return completes when those that are connected have answered
   */
  synchronized CompletableFuture<Void> follow() {
    serving = Serving.by(newest.get());
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (Subscription subscription : closed ? Set.<Subscription>of() : wanted.keySet()) {
      for (Node node : serving.nodes(subscription)) {
        if (!at(node).wants(subscription)) {
          answers.add(at(node).add(subscription).exceptionally(failure -> null));
        }
      }
    }
    return all(answers);
  }

  /** Ends what is subscribed at nodes that do not serve it by the newest topology. */
  synchronized void leaveFormer() {
    nodes.forEach(
        (uri, node) ->
            List.copyOf(node.wanted()).stream()
                .filter(subscription -> !uris(serving.nodes(subscription)).contains(uri))
                .forEach(node::remove));
    Set<RedisURI> served = uris(serving.nodes());
    nodes.entrySet().removeIf(entry -> !served.contains(entry.getKey()) && close(entry.getValue()));
  }

  /** Closes the sockets; nothing is heard any more. */
  synchronized void close() {
    closed = true;
    nodes.values().forEach(NodeSubscriber::close);
  }

  private static boolean close(NodeSubscriber node) {
    node.close();
    return true;
  }

  private NodeSubscriber at(Node node) {
    return nodes.computeIfAbsent(
        connections.uri(node), uri -> new NodeSubscriber(node, connections, this));
  }

  private Set<RedisURI> uris(Set<Node> of) {
    return of.stream().map(connections::uri).collect(Collectors.toSet());
  }

  private static CompletableFuture<Void> all(Collection<CompletableFuture<Void>> answers) {
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
  }
}
