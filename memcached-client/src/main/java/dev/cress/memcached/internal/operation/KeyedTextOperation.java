package dev.cress.memcached.internal.operation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import net.spy.memcached.ops.KeyedOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/** An operation on one key. */
public abstract class KeyedTextOperation extends TextOperation implements KeyedOperation {

  static final OperationStatus NOT_FOUND =
      new OperationStatus(false, "NOT_FOUND", StatusCode.ERR_NOT_FOUND);
  private static final byte[] NO_DATA = {};

  private final String name;
  private final byte[] keyBytes;
  private @Nullable String key;

  KeyedTextOperation(String name, String key, OperationCallback caller) {
    super(caller);
    this.name = name;
    this.key = key;
    this.keyBytes = KeyCheck.bytes(key);
  }

  KeyedTextOperation(String name, byte[] key, OperationCallback caller) {
    super(caller);
    this.name = name;
    this.keyBytes = key;
  }

  /* Two threads may both decode it, to the same text. */
  final String key() {
    String text = key;
    if (text == null) {
      text = new String(keyBytes, StandardCharsets.UTF_8);
      key = text;
    }
    return text;
  }

  /**
   * The key as it is sent.
   *
   * @return not a copy; must not be written to
   */
  public final byte[] keyBytes() {
    return keyBytes;
  }

  /**
   * How many bytes the value has that the operation sends.
   *
   * @return 0 if it sends none
   */
  public final int dataLength() {
    return data().length;
  }

  /**
   * The flags of the value that the operation sends.
   *
   * @return 32 bits; 0 if it sends none
   */
  public int flags() {
    return 0;
  }

  /** What stands behind the key on the command line, beginning with a space unless empty. */
  abstract String arguments();

  /** The value to send. */
  byte[] data() {
    return NO_DATA;
  }

  /** Whether a block of data follows the command line. */
  boolean hasData() {
    return false;
  }

  @Override
  public final void initialize() {
    byte[] command = (name + ' ').getBytes(StandardCharsets.US_ASCII);
    byte[] arguments = arguments().getBytes(StandardCharsets.US_ASCII);
    byte[] data = data();
    int line = command.length + keyBytes.length + arguments.length + END_OF_LINE.length;
    int block = hasData() ? data.length + END_OF_LINE.length : 0;
    ByteBuffer request = ByteBuffer.allocate(line + block);
    request.put(command).put(keyBytes).put(arguments).put(END_OF_LINE);
    if (hasData()) {
      request.put(data).put(END_OF_LINE);
    }
    setBuffer(request.flip());
  }

  @Override
  public final Collection<String> getKeys() {
    return List.of(key());
  }

  @Override
  public final String toString() {
    return name;
  }
}
