package dev.cress.redis.internal.migration;

import dev.cress.migration.Fence;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.topology.Topology;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What commands about all keys of a node must know of the keys that are ours: how many there are,
 * how they outlive a flush, and how a window ends before one. Thread-safe.
 */
public final class NodeWork {

  private static final Script FLUSH = Script.load("flush", "flush");

  private final ScriptCalls calls;
  private final Scripts scripts;

  /**
   * Creates it.
   *
   * @param calls calls scripts on nodes
   * @param scripts the scripts
   */
  public NodeWork(ScriptCalls calls, Scripts scripts) {
    this.calls = calls;
    this.scripts = scripts;
  }

  /**
   * Empties a node but for its fences. Sent at once, in line behind what was sent before.
   *
   * @param node the node
   * @param command {@code FLUSHDB} or {@code FLUSHALL}, with its option
   * @return the server's reply
   */
  public CompletionStage<String> flush(NodeConnection node, List<byte[]> command) {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add(FLUSH.text())
            .add(InternalKeys.FENCES.size())
            .addKeys(InternalKeys.FENCES);
    command.forEach(args::addValue);
    return node.call(CommandType.EVAL, new StatusOutput<>(ByteArrayCodec.INSTANCE), args);
  }

  /**
   * Closes a node as previous owner: nothing is taken from it any more.
   *
   * @param node the node
   * @param version the version of the window
   * @return completes when it is closed
   */
  public CompletionStage<List<Object>> closePreviousOwner(NodeConnection node, long version) {
    return raise(node, Fence.Role.OUT, version, Fence.CLOSED);
  }

  CompletionStage<List<Object>> raise(
      NodeConnection node, Fence.Role role, long version, int rank) {
    List<byte[]> text = List.of(InternalKeys.bytes(Fence.text(version, rank)));
    return calls.call(node, scripts.raise(), List.of(InternalKeys.fence(role)), text);
  }

  /**
   * Ends a node's role as owner in a window: it takes nothing any more. Only when every previous
   * owner is closed.
   *
   * @param node the node
   * @param version the version of the window
   * @return completes when it is done
   */
  public CompletionStage<List<Object>> endOwner(NodeConnection node, long version) {
    List<byte[]> args = List.of(InternalKeys.bytes(Long.toString(version)));
    return calls.call(node, scripts.done(), RedisFences.inAndMarks(version), args);
  }

  /**
   * Counts the keys of a node, ours left out.
   *
   * @param node the node
   * @param topology the topology in force
   * @return how many there are
   */
  public CompletionStage<Long> size(NodeConnection node, Topology topology) {
    CompletionStage<Long> all =
        number(node, CommandType.DBSIZE, new CommandArgs<>(ByteArrayCodec.INSTANCE));
    CommandArgs<byte[], byte[]> ours =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .addKeys(InternalKeys.FENCES)
            .addKey(InternalKeys.marks(topology.version()));
    return all.thenCombine(
        number(node, CommandType.EXISTS, ours), (keys, internal) -> keys - internal);
  }

  private static CompletionStage<Long> number(
      NodeConnection node, CommandType type, CommandArgs<byte[], byte[]> args) {
    return node.call(type, new IntegerOutput<>(ByteArrayCodec.INSTANCE), args);
  }
}
