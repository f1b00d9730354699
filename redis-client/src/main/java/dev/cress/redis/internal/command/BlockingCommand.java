package dev.cress.redis.internal.command;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * One {@link CommandKind#BLOCKING} command of a user, to be sent once, and again with less time
 * when it was ended before its own time-out. Thread-safe.
 */
public final class BlockingCommand {

  /* An id $ of XREAD means the last entry at the time of the call. Sent again it would leave out
   * what came between. So the last entry is asked for just before the first call, in the same
   * socket, and its id stands for $ later on. */

  private static final byte[] NO_ENTRY = {'0'};

  private final RedisCommand<?, ?, ?> command;
  private final CommandSpec spec;
  private final EncodedArgs args;
  private final List<byte[]> keys;
  private final int timeoutAt;
  private final Map<Integer, byte[]> lastIds = new ConcurrentHashMap<>();

  private BlockingCommand(RedisCommand<?, ?, ?> command, CommandSpec spec, EncodedArgs args) {
    this.command = command;
    this.spec = spec;
    this.args = args;
    this.keys = spec.keys(args);
    this.timeoutAt = timeoutAt(spec, args);
  }

  /**
   * Tells whether a command may block: all commands of this kind do, but for reads of streams
   * without the option {@code BLOCK}.
   *
   * @param command the user's command
   * @param spec its spec, of kind {@link CommandKind#BLOCKING}
   * @return whether it must not go over a shared connection
   */
  public static boolean blocks(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    return !readsStreams(spec) || timeoutAt(spec, EncodedArgs.of(command.getArgs())) >= 0;
  }

  /**
   * Reads a command.
   *
   * @param command the user's command, which {@linkplain #blocks may block}
   * @param spec its spec
   * @return the command, ready to be sent
   * @throws dev.cress.node.RoutingException if it names no key
   */
  public static BlockingCommand of(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    return new BlockingCommand(command, spec, EncodedArgs.of(command.getArgs()));
  }

  private static boolean readsStreams(CommandSpec spec) {
    return spec.name().startsWith("XREAD");
  }

  /* XREADGROUP GROUP group consumer …: the two names are no options, whatever they are. */
  private static int timeoutAt(CommandSpec spec, EncodedArgs args) {
    if (!readsStreams(spec)) {
      return spec.name().endsWith("MPOP") ? 0 : args.count() - 1;
    }
    int first = spec.name().equals("XREADGROUP") ? 3 : 0;
    for (int i = first; i + 1 < args.count() && !args.isWord(i, "STREAMS"); i++) {
      if (args.isWord(i, "BLOCK")) {
        return i + 1;
      }
    }
    return -1;
  }

  /**
   * The user's command.
   *
   * @return the command
   */
  public RedisCommand<?, ?, ?> command() {
    return command;
  }

  /**
   * The encoded keys.
   *
   * @return at least one; not to be changed
   */
  public List<byte[]> keys() {
    return keys;
  }

  /**
   * The command's own time-out.
   *
   * @return the time-out in nanoseconds; 0 when it has none, also if the server will refuse it
   */
  public long timeoutNanos() {
    try {
      double time =
          Double.parseDouble(new String(args.argument(timeoutAt), StandardCharsets.US_ASCII));
      return Math.max(0, (long) (time * unit().toNanos(1)));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private TimeUnit unit() {
    return readsStreams(spec) ? TimeUnit.MILLISECONDS : TimeUnit.SECONDS;
  }

  /**
   * Commands to be sent just before the first call.
   *
   * @return none, unless the command reads streams from their last entry on
   */
  public List<RedisCommand<?, ?, ?>> beforeFirst() {
    List<RedisCommand<?, ?, ?>> lookUps = new ArrayList<>();
    int firstId = args.count() - keys.size();
    for (int i = 0; i < keys.size() && spec.name().equals("XREAD"); i++) {
      int at = firstId + i;
      if (args.isWord(at, "$")) {
        lookUps.add(lastId(keys.get(i), at));
      }
    }
    return lookUps;
  }

  private RedisCommand<?, ?, ?> lastId(byte[] key, int at) {
    CommandArgs<byte[], byte[]> range =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .addKey(key)
            .add("+")
            .add("-")
            .add("COUNT")
            .add(1);
    return new Command<>(CommandType.XREVRANGE, new LastId(at), range);
  }

  /** Notes the first text of the reply, the id of the last entry. */
  private final class LastId extends CommandOutput<byte[], byte[], Object> {
    private final int at;

    LastId(int at) {
      super(ByteArrayCodec.INSTANCE, null);
      this.at = at;
    }

    @Override
    public void multi(int count) {
      lastIds.putIfAbsent(at, NO_ENTRY);
    }

    @Override
    public void set(ByteBuffer bytes) {
      lastIds.replace(at, NO_ENTRY, Bytes.copy(bytes));
    }
  }

  /**
   * The first call, as the user made it.
   *
   * @param ending told how it ends
   * @return what to send
   */
  public RedisCommand<?, ?, ?> first(BlockingEnd ending) {
    return new BlockingAttempt(command, commandArgs(0), ending);
  }

  /**
   * A further call.
   *
   * @param remainingNanos the time that is left, greater than 0; {@link Long#MAX_VALUE} for a
   *     command without time-out
   * @param ending told how it ends
   * @return what to send
   */
  public RedisCommand<?, ?, ?> again(long remainingNanos, BlockingEnd ending) {
    return new BlockingAttempt(command, commandArgs(remainingNanos), ending);
  }

  private CommandArgs<byte[], byte[]> commandArgs(long remainingNanos) {
    CommandArgs<byte[], byte[]> copy = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    for (int i = 0; i < args.count(); i++) {
      boolean timed = i == timeoutAt && remainingNanos != 0 && remainingNanos != Long.MAX_VALUE;
      byte[] lastId = remainingNanos == 0 ? null : lastIds.get(i);
      if (timed) {
        copy.add(time(remainingNanos));
      } else {
        copy.add(lastId == null ? args.argument(i) : lastId);
      }
    }
    return copy;
  }

  /* Rounded up, because 0 would mean no time-out. */
  private String time(long remainingNanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(remainingNanos) + 1;
    return readsStreams(spec)
        ? Long.toString(millis)
        : millis / 1000 + "." + Long.toString(1000 + millis % 1000).substring(1);
  }
}
