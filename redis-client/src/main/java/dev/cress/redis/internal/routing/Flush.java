package dev.cress.redis.internal.routing;

import dev.cress.node.NodeSet;
import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.command.ReplyPart;
import dev.cress.redis.internal.command.Request;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.NodeWork;
import dev.cress.routing.View;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.List;

/**
 * One {@code FLUSHDB} or {@code FLUSHALL}. While keys move, a value can be on its way from a node
 * that is not flushed yet to one that is; so the window is closed first, on the servers: every
 * previous owner, then every owner. Then nothing is on its way that any owner would take, and all
 * nodes of both sets are flushed. For one use.
 */
final class Flush {

  private final AllNodes nodes;
  private final NodeWork work;
  private final RedisCommand<?, ?, ?> command;
  private final CommandSpec spec;
  private final List<byte[]> words = new ArrayList<>();
  private long closedVersion = -1;

  Flush(AllNodes nodes, NodeWork work, RedisCommand<?, ?, ?> command, CommandSpec spec) {
    this.nodes = nodes;
    this.work = work;
    this.command = command;
    this.spec = spec;
    Request request = Request.of(command);
    words.add(request.type().getBytes());
    for (int i = 0; i < request.count(); i++) {
      words.add(request.argument(i));
    }
  }

  /** Goes on by the view in force; again when a window was closed, which may be over meanwhile. */
  void start() {
    nodes.inView(
        command,
        spec,
        this::start,
        view -> {
          if (view.topology() instanceof Topology.Migrating migrating
              && migrating.version() != closedVersion) {
            close(view, migrating.change());
          } else {
            flush(view);
          }
        });
  }

  private void flush(View<NodeConnection> view) {
    Answers.ask(NamedNode.all(view), node -> work.flush(node.connection(), words))
        .thenAccept(
            answers -> {
              if (!fails(answers)) {
                ReplyPart.complete(command, ReplyPart.Status.OK);
              }
            });
  }

  private void close(View<NodeConnection> view, Change change) {
    List<NamedNode> owners = targets(view, change.after().nodes());
    List<NamedNode> previous = targets(view, change.before().nodes());
    Answers.ask(previous, node -> work.closePreviousOwner(node.connection(), change.version()))
        .thenAccept(
            closed -> {
              if (!fails(closed)) {
                end(owners, change);
              }
            });
  }

  private void end(List<NamedNode> owners, Change change) {
    Answers.ask(owners, owner -> work.endOwner(owner.connection(), change.version()))
        .thenAccept(
            ended -> {
              if (!fails(ended)) {
                closedVersion = change.version();
                start();
              }
            });
  }

  private static List<NamedNode> targets(View<NodeConnection> view, NodeSet of) {
    return of.nodes().stream().flatMap(node -> NamedNode.of(view, node).stream()).toList();
  }

  private boolean fails(Answers<?> answers) {
    Throwable failure = nodes.present(answers).failure(spec.name());
    if (failure != null) {
      command.completeExceptionally(failure);
    }
    return failure != null;
  }
}
