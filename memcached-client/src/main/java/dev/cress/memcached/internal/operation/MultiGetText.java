package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationStatus;
import org.jspecify.annotations.Nullable;

/** {@code get} of several keys, each asked for once. Can be split over several nodes. */
public final class MultiGetText extends TextOperation implements GetOperation {

  private static final byte[] COMMAND = {'g', 'e', 't'};

  private final Map<String, byte[]> keys;
  private final boolean tombstones;
  private final GetOperation.Callback caller;
  private final Values values;
  private @Nullable ValueHeader header;

  MultiGetText(Collection<String> keys, boolean tombstones, GetOperation.Callback caller) {
    this(bytes(keys), tombstones, caller);
  }

  private MultiGetText(Map<String, byte[]> keys, boolean tombstones, GetOperation.Callback caller) {
    super(caller);
    this.keys = keys;
    this.tombstones = tombstones;
    this.caller = caller;
    this.values = new Values((of, data) -> caller.gotData(of.key(), of.flags(), data), tombstones);
  }

  private static Map<String, byte[]> bytes(Collection<String> keys) {
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    for (String key : keys) {
      byte[] checked = KeyCheck.bytes(key);
      KeyCheck.check(checked);
      bytes.put(key, checked);
    }
    return bytes;
  }

  /**
   * The keys as they are sent.
   *
   * @return not copies; must not be written to
   */
  public Collection<byte[]> keyBytes() {
    return keys.values();
  }

  /**
   * Splits this operation, which then ends with the last of its parts, and fails if one of them
   * does. For one use, before the operation is sent. A cancel or a time-out of the whole leaves the
   * parts alone: a lock on both at once could meet the end of a part the other way round.
   *
   * @param group gives the group of a key
   * @param atEndOfEach runs when a part has ended, in whatever way; must not block
   * @return one part for each group
   */
  public Map<Integer, MultiGetText> split(ToIntFunction<byte[]> group, Runnable atEndOfEach) {
    Map<Integer, Map<String, byte[]>> groups = new TreeMap<>();
    keys.forEach(
        (key, bytes) ->
            groups
                .computeIfAbsent(group.applyAsInt(bytes), of -> new LinkedHashMap<>())
                .put(key, bytes));
    PartsEnd end = new PartsEnd(this, groups.size(), atEndOfEach);
    Map<Integer, MultiGetText> made = new TreeMap<>();
    groups.forEach(
        (of, part) -> made.put(of, new MultiGetText(part, tombstones, end.callback(caller))));
    made.values().forEach(end::add);
    return made;
  }

  @Override
  public void initialize() {
    int length = COMMAND.length + END_OF_LINE.length;
    for (byte[] key : keys.values()) {
      length += 1 + key.length;
    }
    ByteBuffer request = ByteBuffer.allocate(length).put(COMMAND);
    keys.values().forEach(key -> request.put((byte) ' ').put(key));
    setBuffer(request.put(END_OF_LINE).flip());
  }

  @Override
  void onLine(String reply) throws IOException {
    header = ValueHeader.parse(reply);
    if (header != null) {
      if (!keys.containsKey(header.key())) {
        throw unexpected();
      }
      expectBlock(header.length());
    } else if (reply.equals("END")) {
      values.end(this);
    } else {
      throw unexpected();
    }
  }

  @Override
  void onBlock(byte[] data) {
    if (header != null) {
      values.deliver(header, data);
    }
  }

  @Override
  public Set<String> getKeys() {
    return keys.keySet();
  }

  @Override
  public String toString() {
    return "get of " + keys.size() + " keys";
  }

  /** The status with which an operation of parts ends. */
  static OperationStatus status(boolean found) {
    return found ? GetText.END : KeyedTextOperation.NOT_FOUND;
  }
}
