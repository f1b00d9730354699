package dev.cress.redis.internal.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.migration.MigrationException;
import dev.cress.redis.internal.connection.ConnectionTag;
import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ByteArrayOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes sure that a server has no connection left that was made by an older topology. The server's
 * own list of clients decides: a connection that its client has closed may still hold commands that
 * the server has not read.
 */
final class Barrier {

  private static final long POLL_NANOS = 2_000_000;
  private static final Pattern ID = Pattern.compile("(?:^| )id=(\\d+)");
  private static final Pattern NAME = Pattern.compile(" name=(\\S*)");

  private final String cluster;
  private final ServerWait wait;

  Barrier(String cluster, ServerWait wait) {
    this.cluster = cluster;
    this.wait = wait;
  }

  /** A connection that carries an older version. */
  private record Straggler(long id, ConnectionTag tag) {}

  int await(NodeConnection node, long version, Set<String> members, Duration patience) {
    List<Straggler> late = awaitNone(node, version, patience);
    if (late.isEmpty()) {
      return 0;
    }
    refuseForeign(node, late, members);
    late.forEach(straggler -> kill(node, straggler));
    if (!awaitNone(node, version, patience).isEmpty()) {
      throw new MigrationException(
          "node " + node.name() + " keeps connections older than version " + version);
    }
    return late.size();
  }

  private List<Straggler> awaitNone(NodeConnection node, long version, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    List<Straggler> late = stragglers(node, version);
    while (!late.isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS);
      late = stragglers(node, version);
    }
    return late;
  }

  private void refuseForeign(NodeConnection node, List<Straggler> late, Set<String> members) {
    for (Straggler straggler : late) {
      if (!members.contains(straggler.tag().member())) {
        throw new MigrationException(
            "node "
                + node.name()
                + " serves another client of cluster "
                + cluster
                + " that does not share this topology source and works by version "
                + straggler.tag().version());
      }
    }
  }

  private List<Straggler> stragglers(NodeConnection node, long version) {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(CommandKeyword.LIST);
    byte[] list =
        wait.await(
            node,
            node.call(CommandType.CLIENT, new ByteArrayOutput<>(ByteArrayCodec.INSTANCE), args));
    return new String(list, UTF_8)
        .lines()
        .flatMap(line -> straggler(line, version).stream())
        .toList();
  }

  private List<Straggler> straggler(String line, long version) {
    Matcher id = ID.matcher(line);
    Matcher name = NAME.matcher(line);
    if (!id.find() || !name.find()) {
      return List.of();
    }
    return ConnectionTag.parse(name.group(1)).stream()
        .filter(tag -> tag.cluster().equals(cluster) && tag.version() < version)
        .map(tag -> new Straggler(Long.parseLong(id.group(1)), tag))
        .toList();
  }

  private void kill(NodeConnection node, Straggler straggler) {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add(CommandKeyword.KILL)
            .add(CommandKeyword.ID)
            .add(straggler.id());
    wait.await(
        node, node.call(CommandType.CLIENT, new IntegerOutput<>(ByteArrayCodec.INSTANCE), args));
  }
}
