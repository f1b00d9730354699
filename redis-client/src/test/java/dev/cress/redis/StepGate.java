package dev.cress.redis;

import static dev.cress.redis.Scene.await;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.Script;
import dev.cress.redis.internal.migration.ScriptCalls;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stands between one client and its servers: stops chosen script calls before they are sent, or
 * after they were answered and before the client hears of it. Thread-safe.
 */
final class StepGate implements ScriptCalls {

  private final ScriptCalls next;
  private final List<Step> before = new CopyOnWriteArrayList<>();
  private final List<Step> after = new CopyOnWriteArrayList<>();
  private final List<Answer> answers = new CopyOnWriteArrayList<>();

  StepGate(ScriptCalls next) {
    this.next = next;
  }

  /** A call that was answered, with the first element of its reply. */
  private record Answer(Call call, Object first) {}

  /** What a call names: its script, its node, its keys and its arguments. */
  private record Call(String script, Set<String> words) {
    static Call of(NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args) {
      Stream<String> texts =
          Stream.concat(keys.stream(), args.stream()).map(bytes -> new String(bytes, UTF_8));
      return new Call(
          script.name(),
          Stream.concat(Stream.of(node.name()), texts).collect(Collectors.toUnmodifiableSet()));
    }

    boolean matches(String wanted, Set<String> mentioned) {
      return script.equals(wanted) && words.containsAll(mentioned);
    }
  }

  /** Stops calls of a script that mention all these nodes, keys or arguments before they go. */
  Step before(String script, String... mentioned) {
    return add(before, script, mentioned);
  }

  /** Stops calls of a script on their way back, when the server has done its part. */
  Step after(String script, String... mentioned) {
    return add(after, script, mentioned);
  }

  private static Step add(List<Step> steps, String script, String... mentioned) {
    Step step = new Step(script, Set.of(mentioned));
    steps.add(step);
    return step;
  }

  /** The first elements of the replies to such calls so far, in order. */
  List<String> answers(String script, String... mentioned) {
    return answers.stream()
        .filter(answer -> answer.call().matches(script, Set.of(mentioned)))
        .map(answer -> text(answer.first()))
        .toList();
  }

  private static String text(Object element) {
    return element instanceof byte[] bytes ? new String(bytes, UTF_8) : element.toString();
  }

  @Override
  public CompletionStage<List<Object>> call(
      NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args) {
    Call call = Call.of(node, script, keys, args);
    return pass(before, call)
        .thenCompose(go -> next.call(node, script, keys, args))
        .thenCompose(
            reply -> {
              if (!reply.isEmpty()) {
                answers.add(new Answer(call, reply.get(0)));
              }
              return pass(after, call).thenApply(go -> reply);
            });
  }

  private static CompletableFuture<Void> pass(List<Step> steps, Call call) {
    return CompletableFuture.allOf(
        steps.stream()
            .filter(step -> call.matches(step.script, step.mentioned))
            .map(Step::enter)
            .toArray(CompletableFuture[]::new));
  }

  /** A point that calls do not pass until it is released. */
  static final class Step {
    private final String script;
    private final Set<String> mentioned;
    private final AtomicInteger held = new AtomicInteger();
    private volatile CompletableFuture<Void> passage = new CompletableFuture<>();

    private Step(String script, Set<String> mentioned) {
      this.script = script;
      this.mentioned = mentioned;
    }

    private CompletableFuture<Void> enter() {
      CompletableFuture<Void> current = passage;
      held.incrementAndGet();
      return current;
    }

    /** Waits until a call stands here. */
    void awaitHeld() {
      await().until(() -> held.get() > 0);
    }

    /** Lets all calls go, those that stand here and later ones. */
    void release() {
      passage.complete(null);
      passage = CompletableFuture.completedFuture(null);
    }

    /** Fails all calls, those that stand here and later ones, until they are released. */
    Step refuse() {
      CompletableFuture<Void> last = passage;
      passage = CompletableFuture.failedFuture(new IllegalStateException("refused by the test"));
      last.completeExceptionally(new IllegalStateException("refused by the test"));
      return this;
    }
  }
}
