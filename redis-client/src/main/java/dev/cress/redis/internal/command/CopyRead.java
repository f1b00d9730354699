package dev.cress.redis.internal.command;

import dev.cress.node.CressException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A read that asks one copy after the other until one has something. Of {@code MGET} the next copy
 * is asked for those keys only that were not found yet. For one thread at a time.
 */
public abstract sealed class CopyRead {

  final Request request;

  private CopyRead(Request request) {
    this.request = request;
  }

  /**
   * Encodes a read.
   *
   * @param command the user's command
   * @param spec its spec
   * @return the read, nothing asked yet
   */
  public static CopyRead of(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    Request request = Request.of(command);
    return spec.name().equals("MGET") ? new Values(request) : new Whole(request, spec.name());
  }

  /**
   * The command.
   *
   * @return its name
   */
  public ProtocolKeyword type() {
    return request.type();
  }

  /**
   * What is to be asked of the next copy.
   *
   * @return new arguments
   */
  public abstract CommandArgs<byte[], byte[]> args();

  /**
   * Takes a copy's answer.
   *
   * @param answer its reply
   * @return true if nothing is left to ask for
   * @throws CressException if it is not a reply to this command
   */
  public abstract boolean take(ReplyPart answer);

  /**
   * What the copies have answered together.
   *
   * @return the reply for the user, null if none has answered
   */
  public abstract @Nullable ReplyPart reply();

  /** The reply is that of the first copy that has something; or else of the first that answers. */
  private static final class Whole extends CopyRead {
    private final String name;
    private @Nullable ReplyPart reply;

    Whole(Request request, String name) {
      super(request);
      this.name = name;
    }

    @Override
    public CommandArgs<byte[], byte[]> args() {
      return request.args();
    }

    @Override
    public boolean take(ReplyPart answer) {
      boolean found = !Nothing.isIn(answer, name);
      if (found || reply == null) {
        reply = answer;
      }
      return found;
    }

    @Override
    public @Nullable ReplyPart reply() {
      return reply;
    }
  }

  /** One value for each key. */
  private static final class Values extends CopyRead {
    private final ReplyPart[] values;
    private int[] missing;
    private boolean answered;

    Values(Request request) {
      super(request);
      this.values = new ReplyPart[request.count()];
      this.missing = IntStream.range(0, values.length).toArray();
      Arrays.fill(values, ReplyPart.Text.NONE);
    }

    @Override
    public CommandArgs<byte[], byte[]> args() {
      CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
      for (int key : missing) {
        args.addKey(request.argument(key));
      }
      return args;
    }

    @Override
    public boolean take(ReplyPart answer) {
      if (!(answer instanceof ReplyPart.Many many) || many.parts().size() != missing.length) {
        throw new CressException("a node answered something else than a value for each key");
      }
      answered = true;
      for (int i = 0; i < missing.length; i++) {
        values[missing[i]] = many.parts().get(i);
      }
      missing =
          IntStream.of(missing).filter(key -> ReplyPart.Text.NONE.equals(values[key])).toArray();
      return missing.length == 0;
    }

    @Override
    public @Nullable ReplyPart reply() {
      return answered ? ReplyPart.Many.array(List.of(values)) : null;
    }
  }
}
