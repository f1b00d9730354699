package dev.cress.redis.internal.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.migration.Connections;
import dev.cress.migration.Fence;
import dev.cress.migration.Fences;
import dev.cress.migration.MigrationException;
import dev.cress.migration.ServerFacts;
import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fences, sweeps and the barrier on Redis servers. Thread-safe. */
public final class RedisFences implements Fences {

  private static final Logger LOG = LoggerFactory.getLogger(RedisFences.class);
  private static final int SWEEP_BATCH = 500;
  // A dump without functions is a format's number and a checksum.
  private static final int NO_FUNCTIONS = 10;

  private final Connections<NodeConnection> connections;
  private final ScriptCalls calls;
  private final Scripts scripts;
  private final ServerWait wait;
  private final Barrier barrier;
  private final Permissions permissions;
  private final NodeWork work;
  private final int copies;

  RedisFences(
      String cluster,
      String member,
      Connections<NodeConnection> connections,
      ScriptCalls calls,
      Scripts scripts,
      ServerWait wait,
      int copies) {
    this.connections = connections;
    this.calls = calls;
    this.scripts = scripts;
    this.wait = wait;
    this.work = new NodeWork(calls, scripts);
    this.barrier = new Barrier(cluster, wait);
    this.permissions = new Permissions(calls, scripts.permissions(), wait, member);
    this.copies = copies;
  }

  @Override
  public ServerFacts inspect(Node node) {
    NodeConnection connection = connections.target(node);
    wait.await(connection, connection.firstAttempt());
    List<String> missing = permissions.missing(connection);
    String identity = identity(node);
    if (!missing.isEmpty()) {
      return new ServerFacts(identity, false, null, null, missing);
    }
    Fence out = fence(connection, InternalKeys.OUT);
    Fence in = fence(connection, InternalKeys.IN);
    return new ServerFacts(identity, isEmpty(connection), out, in, missing);
  }

  /* A link knows its server since it was made, and does not outlive it. */
  @Override
  public String identity(Node node) {
    return connections.target(node).identity().orElse(node.address());
  }

  private @Nullable Fence fence(NodeConnection connection, byte[] key) {
    byte[] text =
        wait.await(
            connection,
            connection.call(
                CommandType.GET,
                new ByteArrayOutput<>(ByteArrayCodec.INSTANCE),
                keys(List.of(key))));
    return text == null ? null : Fence.parse(new String(text, UTF_8));
  }

  private boolean isEmpty(NodeConnection connection) {
    long size = number(connection, CommandType.DBSIZE, new CommandArgs<>(ByteArrayCodec.INSTANCE));
    long fences = number(connection, CommandType.EXISTS, keys(InternalKeys.FENCES));
    return size <= fences;
  }

  private long number(
      NodeConnection connection, CommandType type, CommandArgs<byte[], byte[]> args) {
    return wait.await(
        connection, connection.call(type, new IntegerOutput<>(ByteArrayCodec.INSTANCE), args));
  }

  private static CommandArgs<byte[], byte[]> keys(List<byte[]> keys) {
    return new CommandArgs<>(ByteArrayCodec.INSTANCE).addKeys(keys);
  }

  @Override
  public Fence raise(Node node, Fence.Role role, long version, int rank) {
    Reply reply = call(node, connection -> work.raise(connection, role, version, rank));
    return Objects.requireNonNull(Fence.parse(reply.word()));
  }

  @Override
  public String openIn(Node node, long version, String nonce) {
    List<byte[]> args =
        List.of(InternalKeys.bytes(Long.toString(version)), InternalKeys.bytes(nonce));
    return call(node, scripts.openIn(), inAndMarks(version), args).word();
  }

  @Override
  public void done(Node node, long version) {
    call(node, connection -> work.endOwner(connection, version));
  }

  static List<byte[]> inAndMarks(long version) {
    return List.of(InternalKeys.IN, InternalKeys.marks(version));
  }

  @Override
  public long sweep(Node node, Change change) {
    int index = change.after().nodes().nodes().indexOf(node);
    Predicate<byte[]> joins =
        copies == 1 ? key -> joins(key, index, change) : new JoiningCopies(node, change, copies);
    LongAdder swept = new LongAdder();
    scan(node)
        .forEachRemaining(
            keys -> {
              List<byte[]> leftovers = keys.stream().filter(joins).toList();
              if (!leftovers.isEmpty()) {
                swept.add(unlink(node, leftovers, change.version()));
              }
            });
    return swept.sum();
  }

  private static boolean joins(byte[] key, int index, Change change) {
    int after = change.after().ownerIndex(key, 0, key.length);
    return after == index && change.differ(change.before().ownerIndex(key, 0, key.length), after);
  }

  private long unlink(Node node, List<byte[]> leftovers, long version) {
    List<byte[]> keys = new ArrayList<>();
    keys.add(InternalKeys.IN);
    keys.addAll(leftovers);
    List<byte[]> args = List.of(InternalKeys.bytes(Long.toString(version)));
    long removed = call(node, scripts.sweep(), keys, args).number(0);
    if (removed < 0) {
      throw new MigrationException(
          "node " + node.name() + " lost its fence, or is past version " + version);
    }
    return removed;
  }

  @Override
  public long countForeign(Node node, Placement placement) {
    LongAdder foreign = new LongAdder();
    scan(node)
        .forEachRemaining(
            keys ->
                foreign.add(
                    keys.stream().filter(key -> !placement.owner(key).equals(node)).count()));
    return foreign.sum();
  }

  private KeyScan scan(Node node) {
    return new KeyScan(connections.target(node), SWEEP_BATCH, wait);
  }

  @Override
  public int awaitBarrier(Node node, long version, Set<String> members, Duration patience) {
    return barrier.await(connections.target(node), version, members, patience);
  }

  /* Functions are kept by the servers. A server or user without them has none to copy. */
  @Override
  public void copyShared(Node from, Node joining) {
    byte[] functions;
    try {
      functions = function(from, new CommandArgs<>(ByteArrayCodec.INSTANCE).add("DUMP"));
    } catch (MigrationException e) {
      if (e.getCause() instanceof RedisCommandExecutionException) {
        LOG.debug("node {} gives no functions: {}", from.name(), e.toString());
        return;
      }
      throw e;
    }
    if (functions != null && functions.length > NO_FUNCTIONS) {
      function(
          joining,
          new CommandArgs<>(ByteArrayCodec.INSTANCE)
              .add("RESTORE")
              .add(functions)
              .add(CommandKeyword.REPLACE));
    }
  }

  private byte @Nullable [] function(Node node, CommandArgs<byte[], byte[]> args) {
    NodeConnection connection = connections.target(node);
    wait.await(connection, connection.firstAttempt());
    return wait.await(
        connection,
        connection.call(
            CommandType.FUNCTION, new ByteArrayOutput<>(ByteArrayCodec.INSTANCE), args));
  }

  private Reply call(Node node, Script script, List<byte[]> keys, List<byte[]> args) {
    return call(node, connection -> calls.call(connection, script, keys, args));
  }

  private Reply call(Node node, Function<NodeConnection, CompletionStage<List<Object>>> call) {
    NodeConnection connection = connections.target(node);
    wait.await(connection, connection.firstAttempt());
    return new Reply(wait.await(connection, call.apply(connection)));
  }
}
