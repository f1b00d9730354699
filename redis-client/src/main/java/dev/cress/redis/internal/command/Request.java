package dev.cress.redis.internal.command;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.charset.StandardCharsets;

/** A command as it goes over the wire, to be sent more than once. Encoded once. Immutable. */
public final class Request {

  private final ProtocolKeyword type;
  private final EncodedArgs args;

  private Request(ProtocolKeyword type, EncodedArgs args) {
    this.type = type;
    this.args = args;
  }

  /**
   * Encodes a command.
   *
   * @param command the command
   * @return the same, encoded
   */
  public static Request of(RedisCommand<?, ?, ?> command) {
    return new Request(command.getType(), EncodedArgs.of(command.getArgs()));
  }

  /**
   * The command's name.
   *
   * @return the name
   */
  public ProtocolKeyword type() {
    return type;
  }

  /**
   * How many arguments there are.
   *
   * @return the number, without the command's name
   */
  public int count() {
    return args.count();
  }

  /**
   * One argument.
   *
   * @param index its place, 0 for the first one
   * @return a copy
   */
  public byte[] argument(int index) {
    return args.argument(index);
  }

  /**
   * One argument as text.
   *
   * @param index its place, 0 for the first one
   * @return the text, empty if there is no such argument
   */
  public String text(int index) {
    return index < count() ? new String(argument(index), StandardCharsets.UTF_8) : "";
  }

  /**
   * The arguments to send.
   *
   * @return new arguments with the same bytes
   */
  public CommandArgs<byte[], byte[]> args() {
    return argsFrom(0, new CommandArgs<>(ByteArrayCodec.INSTANCE));
  }

  /**
   * The last of the arguments, behind others.
   *
   * @param first the place of the first one to add
   * @param others arguments that come before; changed
   * @return {@code others}
   */
  public CommandArgs<byte[], byte[]> argsFrom(int first, CommandArgs<byte[], byte[]> others) {
    for (int i = first; i < count(); i++) {
      others.add(argument(i));
    }
    return others;
  }
}
