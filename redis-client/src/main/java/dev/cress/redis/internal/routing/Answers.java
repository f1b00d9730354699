package dev.cress.redis.internal.routing;

import dev.cress.redis.error.PartialFailureException;
import dev.cress.redis.internal.connection.Failures;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What several nodes answered to the same question, each with a value or a failure. Immutable.
 *
 * @param all the answers, in the order of the nodes
 * @param <T> what they answer
 */
record Answers<T>(List<Answer<T>> all) {

  /**
   * What one node answered.
   *
   * @param node the node
   * @param value its answer
   * @param failure why there is none
   */
  record Answer<T>(NamedNode node, @Nullable T value, @Nullable Throwable failure) {}

  /** Asks all nodes at once; the calls are made before this returns. Never fails. */
  static <T> CompletionStage<Answers<T>> ask(
      List<NamedNode> nodes, Function<NamedNode, CompletionStage<T>> question) {
    List<CompletableFuture<Answer<T>>> answers = new ArrayList<>();
    for (NamedNode node : nodes) {
      answers.add(
          question
              .apply(node)
              .handle((value, failure) -> answer(node, value, failure))
              .toCompletableFuture());
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> new Answers<>(answers.stream().map(CompletableFuture::join).toList()));
  }

  private static <T> Answer<T> answer(
      NamedNode node, @Nullable T value, @Nullable Throwable failure) {
    return new Answer<>(node, value, failure == null ? null : Failures.cause(failure));
  }

  /** The same without failures of nodes that have left meanwhile, which nobody asks any more. */
  Answers<T> in(View<NodeConnection> view) {
    List<NodeConnection> present = NamedNode.all(view).stream().map(NamedNode::connection).toList();
    List<Answer<T>> kept =
        all.stream()
            .filter(a -> a.failure() == null || present.contains(a.node().connection()))
            .toList();
    return kept.isEmpty() ? this : new Answers<>(kept);
  }

  private List<Throwable> failures() {
    List<Throwable> failures = new ArrayList<>();
    for (Answer<T> answer : all) {
      if (answer.failure() != null) {
        failures.add(answer.failure());
      }
    }
    return failures;
  }

  /** The answers of those that have one, with their nodes' names. */
  <R> List<R> values(BiFunction<String, T, R> each) {
    List<R> values = new ArrayList<>();
    for (Answer<T> answer : all) {
      if (answer.value() != null && answer.failure() == null) {
        values.add(each.apply(answer.node().name(), answer.value()));
      }
    }
    return values;
  }

  /** Why the first of the nodes that have failed did, null if none has. */
  @Nullable Throwable firstFailure() {
    List<Throwable> failures = failures();
    return failures.isEmpty() ? null : failures.get(0);
  }

  /**
   * Why a command for all nodes has failed. If all of them refuse it with an error reply, it is the
   * command that is wrong, and the first of these errors is what one server would have answered.
   *
   * @return null if no node has failed
   */
  @Nullable Throwable failure(String command) {
    List<Throwable> failures = failures();
    if (failures.isEmpty()) {
      return null;
    }
    boolean refused =
        failures.size() == all.size()
            && failures.stream().allMatch(RedisCommandExecutionException.class::isInstance);
    return refused ? failures.get(0) : partial(command, failures);
  }

  private PartialFailureException partial(String command, List<Throwable> failures) {
    StringBuilder lines = new StringBuilder();
    for (Answer<T> answer : all) {
      if (answer.failure() != null) {
        String kind = Objects.requireNonNull(answer.failure()).getClass().getSimpleName();
        lines.append("\n  node ").append(answer.node().name()).append(": ").append(kind);
      }
    }
    return new PartialFailureException(
        "%s failed on %d of %d nodes%s".formatted(command, failures.size(), all.size(), lines),
        List.of(),
        List.of(),
        failures,
        null);
  }
}
