package dev.cress.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * One call of Lettuce's command API, written down once for all its forms.
 *
 * @param call what is called, for a key of its own
 * @param compared which part of the reply is the same each time
 */
record Step(BiConsumer<RedisAsyncCommands<String, String>, String> call, Compared compared) {

  /** How replies are compared. */
  enum Compared {
    EXACTLY,
    /** Elements come in any order. */
    UNORDERED,
    /** The reply tells a time: only its type is compared. */
    TYPE
  }

  static Step exactly(BiConsumer<RedisAsyncCommands<String, String>, String> call) {
    return new Step(call, Compared.EXACTLY);
  }

  static Step unordered(BiConsumer<RedisAsyncCommands<String, String>, String> call) {
    return new Step(call, Compared.UNORDERED);
  }

  static Step type(BiConsumer<RedisAsyncCommands<String, String>, String> call) {
    return new Step(call, Compared.TYPE);
  }

  /**
   * An untyped command; the word {@code k} stands for the key, {@code k:…} for one with its tag.
   */
  static Step raw(String words) {
    String[] word = words.split(" ", -1);
    return exactly(
        (redis, k) -> {
          CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
          for (int i = 1; i < word.length; i++) {
            if (word[i].equals("k")) {
              args.addKey(k);
            } else {
              args.add(word[i].startsWith("k:") ? "{" + k + "}" + word[i].substring(1) : word[i]);
            }
          }
          redis.dispatch(keyword(word[0]), new NestedMultiOutput<>(StringCodec.UTF8), args);
        });
  }

  static ProtocolKeyword keyword(String name) {
    return new ProtocolKeyword() {
      @Override
      public byte[] getBytes() {
        return name.getBytes(StandardCharsets.US_ASCII);
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
