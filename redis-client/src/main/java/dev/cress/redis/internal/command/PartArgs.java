package dev.cress.redis.internal.command;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** The arguments of a sub-command: some of the user's, already encoded. */
final class PartArgs extends CommandArgs<byte[], byte[]> {

  private final EncodedArgs args;
  private final int[] indexes;
  private final int argumentsPerKey;

  /**
   * Creates arguments.
   *
   * @param args the user's arguments
   * @param indexes the argument that is the key, for each key; kept, not copied
   * @param argumentsPerKey how many arguments belong to a key, itself included
   */
  PartArgs(EncodedArgs args, int[] indexes, int argumentsPerKey) {
    super(ByteArrayCodec.INSTANCE);
    this.args = args;
    this.indexes = indexes;
    this.argumentsPerKey = argumentsPerKey;
  }

  @Override
  public int count() {
    return indexes.length * argumentsPerKey;
  }

  @Override
  public void encode(ByteBuf buffer) {
    for (int index : indexes) {
      args.writeTo(buffer, index, argumentsPerKey);
    }
  }

  @Override
  public ByteBuffer getFirstEncodedKey() {
    return ByteBuffer.wrap(args.argument(indexes[0]));
  }

  /** Tells the number of keys only: this text ends up in traces. */
  @Override
  public String toCommandString() {
    return indexes.length + " keys";
  }

  @Override
  public String toString() {
    return toCommandString();
  }
}
