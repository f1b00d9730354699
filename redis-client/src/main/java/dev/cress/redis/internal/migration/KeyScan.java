package dev.cress.redis.internal.migration;

import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.KeyScanOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Goes once through all keys of a node, internal ones left out: gives every key at least once, as
 * SCAN does, in batches of any size. Blocking; not thread-safe.
 */
final class KeyScan implements Iterator<List<byte[]>> {

  private static final String START_AND_END = "0";

  private final NodeConnection node;
  private final int batch;
  private final ServerWait wait;
  private String cursor = START_AND_END;
  private boolean begun;

  KeyScan(NodeConnection node, int batch, ServerWait wait) {
    this.node = node;
    this.batch = batch;
    this.wait = wait;
  }

  @Override
  public boolean hasNext() {
    return !begun || !cursor.equals(START_AND_END);
  }

  /**
   * Asks for the next batch.
   *
   * @return keys, perhaps none
   * @throws dev.cress.node.CressException if the node does not answer in time
   */
  @Override
  public List<byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the scan has ended");
    }
    KeyScanCursor<byte[]> page = page();
    begun = true;
    cursor = page.getCursor();
    return page.getKeys().stream()
        .filter(key -> !InternalKeys.isInternal(key, 0, key.length))
        .toList();
  }

  private KeyScanCursor<byte[]> page() {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(cursor).add(CommandKeyword.COUNT).add(batch);
    return wait.await(
        node, node.call(CommandType.SCAN, new KeyScanOutput<>(ByteArrayCodec.INSTANCE), args));
  }
}
