package dev.cress.redis.internal.command;

import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server answers to a read of a key that does not exist, as far as it is always the same.
 */
enum Miss {
  /** The null reply. */
  NIL("GET HGET LINDEX ZSCORE GEODIST DUMP"),
  /** An empty list, set or map. */
  EMPTY(
      "HGETALL HKEYS HVALS LRANGE SMEMBERS SDIFF SINTER SUNION XRANGE XREVRANGE ZRANGE"
          + " ZRANGEBYLEX ZRANGEBYSCORE ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZDIFF ZINTER"
          + " ZUNION"),
  /** The null reply for each of the keys. */
  NIL_FOR_EACH_KEY("MGET"),
  /** The null reply for each argument behind the key. */
  NIL_FOR_EACH_FIELD("HMGET ZMSCORE"),
  /** The number 0 for each argument behind the key. */
  ZERO_FOR_EACH_FIELD("SMISMEMBER"),
  /** The number 0. */
  ZERO(
      "EXISTS TOUCH STRLEN BITCOUNT GETBIT HEXISTS HLEN HSTRLEN LLEN SCARD SISMEMBER SINTERCARD"
          + " PFCOUNT XLEN ZCARD ZCOUNT ZLEXCOUNT ZINTERCARD"),
  /** The number -2. */
  MINUS_TWO("TTL PTTL EXPIRETIME PEXPIRETIME"),
  /** The empty string. */
  EMPTY_STRING("GETRANGE SUBSTR"),
  /** The type that is no type. */
  NONE("TYPE");

  private static final Map<String, Miss> BY_COMMAND = new HashMap<>();

  static {
    for (Miss miss : values()) {
      for (String command : miss.commands.split(" ", -1)) {
        BY_COMMAND.put(command, miss);
      }
    }
  }

  private final String commands;

  Miss(String commands) {
    this.commands = commands;
  }

  /** The reply of a command that reads, null if a missing key has no reply of its own. */
  static @Nullable Miss of(String command) {
    return BY_COMMAND.get(command);
  }

  /**
   * Feeds an output as the server's reply would.
   *
   * @param output the output, empty
   * @param arguments how many arguments the command has, keys included
   */
  void answer(CommandOutput<?, ?, ?> output, int arguments) {
    switch (this) {
      case NIL -> output.set((ByteBuffer) null);
      case EMPTY -> output.multiArray(0);
      case NIL_FOR_EACH_KEY -> nils(output, arguments);
      case NIL_FOR_EACH_FIELD -> nils(output, arguments - 1);
      case ZERO_FOR_EACH_FIELD -> zeros(output, arguments - 1);
      case ZERO -> output.set(0);
      case MINUS_TWO -> output.set(-2);
      case EMPTY_STRING -> output.set(ByteBuffer.allocate(0));
      case NONE -> output.setSingle(ByteBuffer.wrap("none".getBytes(StandardCharsets.US_ASCII)));
    }
    output.complete(0);
  }

  private static void nils(CommandOutput<?, ?, ?> output, int count) {
    output.multiArray(count);
    for (int i = 0; i < count; i++) {
      output.set((ByteBuffer) null);
      output.complete(1);
    }
  }

  private static void zeros(CommandOutput<?, ?, ?> output, int count) {
    output.multiArray(count);
    for (int i = 0; i < count; i++) {
      output.set(0);
      output.complete(1);
    }
  }
}
