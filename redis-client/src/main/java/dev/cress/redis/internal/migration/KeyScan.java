package dev.cress.redis.internal.migration;

import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.KeyScanOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.function.Consumer;

/** Goes once through all keys of a node, internal ones left out. Blocking. */
final class KeyScan {

  private final NodeConnection node;
  private final int batch;
  private final ServerWait wait;

  KeyScan(NodeConnection node, int batch, ServerWait wait) {
    this.node = node;
    this.batch = batch;
    this.wait = wait;
  }

  /**
   * Gives every key at least once, as SCAN does, in batches of any size.
   *
   * @throws dev.cress.node.CressException if the node does not answer in time
   */
  void forEachBatch(Consumer<List<byte[]>> action) {
    String cursor = "0";
    do {
      KeyScanCursor<byte[]> page = page(cursor);
      List<byte[]> keys =
          page.getKeys().stream()
              .filter(key -> !InternalKeys.isInternal(key, 0, key.length))
              .toList();
      action.accept(keys);
      cursor = page.getCursor();
    } while (!cursor.equals("0"));
  }

  private KeyScanCursor<byte[]> page(String cursor) {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(cursor).add(CommandKeyword.COUNT).add(batch);
    return wait.await(
        node, node.call(CommandType.SCAN, new KeyScanOutput<>(ByteArrayCodec.INSTANCE), args));
  }
}
