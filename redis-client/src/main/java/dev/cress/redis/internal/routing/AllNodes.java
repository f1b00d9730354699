package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.command.Joining;
import dev.cress.redis.internal.command.NodeReply;
import dev.cress.redis.internal.command.ReplyPart;
import dev.cress.redis.internal.command.ReplyRecorder;
import dev.cress.redis.internal.command.Request;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.NodeWork;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.RedisCommand;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands that no key routes: to all nodes, in a change to those of both node sets, and
 * joins their replies. Thread-safe.
 */
final class AllNodes {

  private final Router<NodeConnection> router;
  private final CommandMeters meters;
  private final NodeWork work;
  private final WholeKeySpace keySpace;
  private final LoadedScripts scripts;
  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

  AllNodes(Router<NodeConnection> router, CommandMeters meters, NodeWork work) {
    this.router = router;
    this.meters = meters;
    this.work = work;
    this.keySpace = new WholeKeySpace(this, new ScanPages(router), work);
    this.scripts = new LoadedScripts(router);
  }

  LoadedScripts scripts() {
    return scripts;
  }

  /** Sends a command of this kind. */
  void send(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    meters.all(command);
    switch (spec.joining()) {
      case FLUSH -> new Flush(this, work, command, spec).start();
      case KEYS -> keySpace.keys(command, spec);
      case RANDOM_KEY -> keySpace.randomKey(command, spec);
      case SCAN -> keySpace.scan(command, spec);
      case SIZE -> keySpace.size(command, spec);
      default -> broadcast(command, spec);
    }
  }

  private void broadcast(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    Request request = Request.of(command);
    inView(
        command,
        spec,
        () -> broadcast(command, spec),
        view -> {
          List<NamedNode> asked =
              spec.joining() == Joining.ONE
                  ? List.of(NamedNode.reachable(view))
                  : NamedNode.all(view);
          Answers.ask(
                  asked,
                  node ->
                      node.connection().call(request.type(), new ReplyRecorder(), request.args()))
              .thenAccept(answers -> join(command, spec, request, answers));
        });
  }

  private void join(
      RedisCommand<?, ?, ?> command,
      CommandSpec spec,
      Request request,
      Answers<ReplyPart> answers) {
    Answers<ReplyPart> present = present(answers);
    Answers<ReplyPart> counted = spec.joining() == Joining.ANY ? withoutIdle(present) : present;
    complete(
        command,
        spec,
        counted,
        () -> {
          switch (spec.joining()) {
            case LOAD -> scripts.remember(request.argument(1));
            case FORGET -> scripts.forgetAll();
            default -> {}
          }
          return spec.joining().join(counted.values(NodeReply::new));
        });
  }

  /* Some node has done it: those that had nothing to do, which they say by an error, do not count. */
  private static Answers<ReplyPart> withoutIdle(Answers<ReplyPart> answers) {
    List<Answers.Answer<ReplyPart>> busy =
        answers.all().stream().filter(answer -> !isIdle(answer.failure())).toList();
    return busy.isEmpty() ? answers : new Answers<>(busy);
  }

  private static boolean isIdle(@Nullable Throwable failure) {
    return failure instanceof RedisCommandExecutionException
        && String.valueOf(failure.getMessage()).startsWith("NOTBUSY");
  }

  /** Tells whether no other view has come into force since. */
  boolean isInForce(View<NodeConnection> view) {
    return router.peek().equals(view);
  }

  <T> Answers<T> present(Answers<T> answers) {
    return answers.in(router.peek());
  }

  /** Completes a command with what all nodes answered, or with why some did not. */
  <T> void complete(
      RedisCommand<?, ?, ?> command,
      CommandSpec spec,
      Answers<T> answers,
      Supplier<ReplyPart> reply) {
    Throwable failure =
        spec.joining() == Joining.ONE ? answers.firstFailure() : answers.failure(spec.name());
    if (failure != null) {
      command.completeExceptionally(failure);
      return;
    }
    try {
      ReplyPart.complete(command, reply.get());
    } catch (RuntimeException e) {
      command.completeExceptionally(e);
    }
  }

  /**
   * Does something with the view in force. What reads keys or writes waits while a change holds
   * keys: the window could be open on the servers before the hold's end is known here.
   *
   * @param again what to do instead when the hold is over
   */
  void inView(
      RedisCommand<?, ?, ?> command,
      CommandSpec spec,
      Runnable again,
      Consumer<View<NodeConnection>> task) {
    boolean waits = false;
    View<NodeConnection> view = router.enter();
    try {
      waits = isHeld(view) && (spec.isReadOnly() || spec.isWrite());
      if (!waits) {
        task.accept(view);
      }
    } catch (RuntimeException e) {
      command.completeExceptionally(e);
    } finally {
      view.leave();
    }
    if (waits) {
      held.add(
          () -> {
            if (!command.isDone()) {
              again.run();
            }
          });
      resume();
    }
  }

  private static boolean isHeld(View<NodeConnection> view) {
    return view.topology() instanceof Topology.Holding;
  }

  /** Called when another view is in force. */
  void published() {
    resume();
    scripts.loadOnNewNodes();
  }

  /* Whoever adds a task looks itself, so that none is missed by a view that came just before. */
  private void resume() {
    while (!isHeld(router.peek())) {
      Runnable next = held.poll();
      if (next == null) {
        return;
      }
      next.run();
    }
  }
}
