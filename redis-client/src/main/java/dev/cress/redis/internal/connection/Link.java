package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.api.StatefulRedisConnection;
import io.netty.channel.Channel;

/** A socket to a node that was introduced to its server. Compared by identity. */
final class Link {

  final StatefulRedisConnection<byte[], byte[]> connection;
  final RedisChannelWriter writer;
  final InFlightCommands inFlight;
  final long taggedVersion;
  final String runId;

  Link(
      StatefulRedisConnection<byte[], byte[]> connection,
      InFlightCommands inFlight,
      long taggedVersion,
      String runId) {
    this.connection = connection;
    this.writer = ((RedisChannelHandler<?, ?>) connection).getChannelWriter();
    this.inFlight = inFlight;
    this.taggedVersion = taggedVersion;
    this.runId = runId;
  }

  /** Tells servers apart: their run id or, if they do not tell it, their address. */
  String server() {
    Channel channel = inFlight.channel();
    return runId.isEmpty() && channel != null ? String.valueOf(channel.remoteAddress()) : runId;
  }
}
