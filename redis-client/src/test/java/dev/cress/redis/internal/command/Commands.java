package dev.cress.redis.internal.command;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Builds commands by hand, the ways users do. */
final class Commands {

  private Commands() {}

  /** All arguments marked as keys: Spring's raw {@code execute}. */
  static AsyncCommand<String, String, List<Object>> raw(String name, String... args) {
    return command(name, new CommandArgs<>(StringCodec.UTF8).addKeys(args));
  }

  /** No argument marked as a key: {@code dispatch} with plain strings. */
  static AsyncCommand<String, String, List<Object>> untyped(String name, String... args) {
    CommandArgs<String, String> untyped = new CommandArgs<>(StringCodec.UTF8);
    Arrays.asList(args).forEach(untyped::add);
    return command(name, untyped);
  }

  static AsyncCommand<String, String, List<Object>> command(
      String name, CommandArgs<String, String> args) {
    return new AsyncCommand<>(
        new Command<>(new Name(name), new NestedMultiOutput<>(StringCodec.UTF8), args));
  }

  static List<String> text(List<byte[]> keys) {
    return keys.stream().map(Commands::text).toList();
  }

  static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  /** The bytes of a key, of whatever part of a larger array. */
  static byte[] bytes(ByteBuffer key) {
    byte[] bytes = new byte[key.remaining()];
    key.duplicate().get(bytes);
    return bytes;
  }

  private record Name(String command) implements ProtocolKeyword {
    @Override
    public byte[] getBytes() {
      return command.getBytes(StandardCharsets.US_ASCII);
    }
  }
}
