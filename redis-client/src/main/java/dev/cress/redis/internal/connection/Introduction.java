package dev.cress.redis.internal.connection;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/** The command by which a connection tells the server its tag, and learns its own channel. */
final class Introduction extends AsyncCommand<byte[], byte[], String> {

  private final String node;
  private final @Nullable NodeHealth health;
  private volatile InFlightCommands channel = new InFlightCommands();

  /**
   * Creates one.
   *
   * @param node the node's name
   * @param health told which commands of the channel are answered in time; null for a channel whose
   *     commands may wait
   * @param tag the tag
   */
  Introduction(String node, @Nullable NodeHealth health, ConnectionTag tag) {
    super(
        new Command<>(
            CommandType.CLIENT,
            new StatusOutput<>(ByteArrayCodec.INSTANCE),
            new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .add(CommandKeyword.SETNAME)
                .add(tag.toString())));
    this.node = node;
    this.health = health;
  }

  String node() {
    return node;
  }

  @Nullable NodeHealth health() {
    return health;
  }

  /** Called on its way through the channel. */
  void passes(InFlightCommands commandsOfChannel) {
    channel = commandsOfChannel;
  }

  /**
   * The commands of the channel that it took; known once it is answered. A connection without a
   * channel is never lost.
   */
  InFlightCommands channel() {
    return channel;
  }
}
