package dev.cress.redis.internal.routing;

import dev.cress.node.RoutingException;
import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.command.ReplyPart;
import dev.cress.redis.internal.command.Request;
import dev.cress.redis.internal.connection.Failures;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.redis.internal.migration.NodeWork;
import dev.cress.routing.View;
import dev.cress.topology.Topology;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.output.KeyListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The commands that read the keys of all nodes. A key counts where it is owned only, so leftovers
 * of earlier topologies do not show. While keys move, these commands go through the nodes by {@link
 * ScanPages}, which sees each key once. Thread-safe.
 */
final class WholeKeySpace {

  private static final int TRIES = 8;
  private static final int BATCH = 1_000;

  private final AllNodes nodes;
  private final ScanPages scans;
  private final NodeWork work;

  WholeKeySpace(AllNodes nodes, ScanPages scans, NodeWork work) {
    this.nodes = nodes;
    this.scans = scans;
    this.work = work;
  }

  void size(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    nodes.inView(
        command,
        spec,
        () -> size(command, spec),
        view ->
            Answers.ask(NamedNode.all(view), node -> work.size(node.connection(), view.topology()))
                .thenAccept(
                    answers ->
                        nodes.complete(command, spec, nodes.present(answers), () -> sum(answers))));
  }

  private static ReplyPart sum(Answers<Long> answers) {
    return new ReplyPart.Whole(
        answers.values((node, keys) -> keys).stream().mapToLong(Long::longValue).sum());
  }

  void scan(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    Request request = Request.of(command);
    long cursor = cursor(request.text(0));
    page(
        command,
        spec,
        cursor,
        others -> request.argsFrom(1, others),
        page -> {
          byte[] next = Long.toString(page.cursor()).getBytes(StandardCharsets.US_ASCII);
          ReplyPart.complete(
              command, ReplyPart.Many.array(List.of(ReplyPart.Text.of(next), list(page.keys()))));
        });
  }

  /* A node that leaves may not answer any more: then the page is asked for by the view in force. */
  private void page(
      RedisCommand<?, ?, ?> command,
      CommandSpec spec,
      long cursor,
      UnaryOperator<CommandArgs<byte[], byte[]>> options,
      Consumer<ScanPages.Page> then) {
    nodes.inView(
        command,
        spec,
        () -> page(command, spec, cursor, options, then),
        view ->
            scans
                .page(view, cursor, options)
                .whenComplete(
                    (page, failure) -> {
                      if (page != null) {
                        then.accept(page);
                      } else if (nodes.isInForce(view)) {
                        fail(command, failure);
                      } else {
                        page(command, spec, cursor, options, then);
                      }
                    }));
  }

  private static long cursor(String text) {
    try {
      long cursor = Long.parseLong(text);
      if (cursor >= 0) {
        return cursor;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new RoutingException("SCAN takes 0 or a cursor that it gave but was given " + text);
  }

  void keys(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    Request request = Request.of(command);
    nodes.inView(
        command,
        spec,
        () -> keys(command, spec),
        view -> {
          if (view.topology() instanceof Topology.Migrating) {
            collect(command, spec, request.argument(0));
          } else {
            askEach(command, spec, request, view);
          }
        });
  }

  private void askEach(
      RedisCommand<?, ?, ?> command, CommandSpec spec, Request request, View<NodeConnection> view) {
    Answers.ask(
            NamedNode.all(view),
            node ->
                node.connection()
                    .call(
                        request.type(),
                        new KeyListOutput<>(ByteArrayCodec.INSTANCE),
                        request.args())
                    .thenApply(keys -> keys.stream().filter(ownedBy(node, view)).toList()))
        .thenAccept(
            answers ->
                nodes.complete(
                    command,
                    spec,
                    nodes.present(answers),
                    () -> list(flat(answers.values((node, keys) -> keys)))));
  }

  private static <T> List<T> flat(List<List<T>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  private static Predicate<byte[]> ownedBy(NamedNode node, View<NodeConnection> view) {
    return key ->
        !InternalKeys.isInternal(key, 0, key.length)
            && view.target(view.place(key)).equals(node.connection());
  }

  private void collect(RedisCommand<?, ?, ?> command, CommandSpec spec, byte[] pattern) {
    Set<ByteBuffer> keys = new LinkedHashSet<>();
    walk(
        command,
        spec,
        0,
        others ->
            others.add(CommandKeyword.MATCH).add(pattern).add(CommandKeyword.COUNT).add(BATCH),
        page -> {
          page.forEach(key -> keys.add(ByteBuffer.wrap(key)));
          return false;
        },
        () -> ReplyPart.complete(command, list(keys.stream().map(ByteBuffer::array).toList())));
  }

  /* Goes through the pages from a cursor on until one is enough or there are no more. */
  private void walk(
      RedisCommand<?, ?, ?> command,
      CommandSpec spec,
      long cursor,
      UnaryOperator<CommandArgs<byte[], byte[]>> options,
      Predicate<List<byte[]>> enough,
      Runnable end) {
    page(
        command,
        spec,
        cursor,
        options,
        page -> {
          if (enough.test(page.keys()) || page.cursor() == 0) {
            end.run();
          } else if (!command.isDone()) {
            walk(command, spec, page.cursor(), options, enough, end);
          }
        });
  }

  void randomKey(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    randomKey(command, spec, TRIES);
  }

  /* A node may be empty, or give one of our own keys: then chance gives another. In the end look. */
  private void randomKey(RedisCommand<?, ?, ?> command, CommandSpec spec, int tries) {
    if (tries == 0) {
      anyKey(command, spec);
      return;
    }
    nodes.inView(
        command,
        spec,
        () -> randomKey(command, spec, tries),
        view -> {
          List<NamedNode> all = NamedNode.all(view);
          NamedNode node = all.get(ThreadLocalRandom.current().nextInt(all.size()));
          randomKey(node)
              .whenComplete(
                  (key, failure) -> {
                    if (failure != null && nodes.isInForce(view)) {
                      fail(command, failure);
                    } else if (key != null && ownedBy(node, view).test(key)) {
                      ReplyPart.complete(command, ReplyPart.Text.of(key));
                    } else {
                      randomKey(command, spec, tries - 1);
                    }
                  });
        });
  }

  private static CompletionStage<byte[]> randomKey(NamedNode node) {
    return node.connection()
        .call(
            CommandType.RANDOMKEY,
            new ByteArrayOutput<>(ByteArrayCodec.INSTANCE),
            new CommandArgs<>(ByteArrayCodec.INSTANCE));
  }

  private void anyKey(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    List<byte[]> found = new ArrayList<>();
    walk(
        command,
        spec,
        0,
        others -> others.add(CommandKeyword.COUNT).add(BATCH),
        page -> {
          found.addAll(page);
          return !found.isEmpty();
        },
        () ->
            ReplyPart.complete(
                command, found.isEmpty() ? ReplyPart.Text.NONE : ReplyPart.Text.of(found.get(0))));
  }

  private static ReplyPart list(List<byte[]> keys) {
    List<ReplyPart> parts = new ArrayList<>(keys.size());
    keys.forEach(key -> parts.add(ReplyPart.Text.of(key)));
    return ReplyPart.Many.array(parts);
  }

  private static void fail(RedisCommand<?, ?, ?> command, @Nullable Throwable failure) {
    command.completeExceptionally(
        failure == null ? new IllegalStateException("no cause") : Failures.cause(failure));
  }
}
