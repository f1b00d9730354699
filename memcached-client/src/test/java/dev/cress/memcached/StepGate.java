package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaCount;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaOperation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between one client and its servers: stops chosen steps before they are sent, or after they
 * were answered and before the client hears of it. Thread-safe.
 */
final class StepGate implements ServerCalls {

  private final ServerCalls next;
  private final List<Stop> before = new CopyOnWriteArrayList<>();
  private final List<Stop> after = new CopyOnWriteArrayList<>();
  private final List<Answer> answers = new CopyOnWriteArrayList<>();

  StepGate(ServerCalls next) {
    this.next = next;
  }

  /** What a call is for, its node and its key. */
  private record Call(Step step, String node, String key) {}

  /** A call that was answered. */
  private record Answer(Call call, String words) {}

  /** Stops a step before it goes. */
  Stop before(Step step, String node, String key) {
    return add(before, new Call(step, node, key));
  }

  /** Stops a step on its way back, when the server has done its part. */
  Stop after(Step step, String node, String key) {
    return add(after, new Call(step, node, key));
  }

  private static Stop add(List<Stop> stops, Call call) {
    Stop stop = new Stop(call);
    stops.add(stop);
    return stop;
  }

  /**
   * The answers to such steps so far, in order: an outcome such as {@code EXISTS}, with the new
   * value behind it if it counted; or the state of an item, with its data behind it if it has any.
   */
  List<String> answers(Step step, String node, String key) {
    Call call = new Call(step, node, key);
    return answers.stream()
        .filter(answer -> answer.call().equals(call))
        .map(Answer::words)
        .toList();
  }

  private static String words(Object reply) {
    if (reply instanceof MetaItem item) {
      return (item.state() + " " + new String(item.data(), UTF_8)).strip();
    } else if (reply instanceof MetaCount count) {
      return (count.outcome() + " " + count.value()).strip();
    }
    return reply.toString();
  }

  @Override
  public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
    Call call = new Call(step, node.name(), new String(operation.keyBytes(), UTF_8));
    return pass(before, call)
        .thenCompose(go -> next.call(step, node, operation))
        .thenCompose(
            reply -> {
              answers.add(new Answer(call, words(reply)));
              return pass(after, call).thenApply(go -> reply);
            });
  }

  private static CompletableFuture<Void> pass(List<Stop> stops, Call call) {
    return CompletableFuture.allOf(
        stops.stream()
            .filter(stop -> stop.call.equals(call))
            .map(Stop::enter)
            .toArray(CompletableFuture[]::new));
  }

  /** A point that calls do not pass until it is released. */
  static final class Stop {
    private final Call call;
    private final AtomicInteger held = new AtomicInteger();
    private final CompletableFuture<Void> passage = new CompletableFuture<>();

    private Stop(Call call) {
      this.call = call;
    }

    private CompletableFuture<Void> enter() {
      held.incrementAndGet();
      return passage;
    }

    /** Waits until a call stands here. */
    void awaitHeld() {
      Scene.await().until(() -> held.get() > 0);
    }

    /** Lets all calls go, those that stand here and later ones. */
    void release() {
      passage.complete(null);
    }
  }
}
