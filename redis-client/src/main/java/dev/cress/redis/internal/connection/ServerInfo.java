package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a server says of itself in {@code INFO}. */
final class ServerInfo {

  private static final Pattern RUN_ID = Pattern.compile("(?m)^run_id:(\\w+)");
  private static final Pattern REPLICA = Pattern.compile("(?m)^role:slave");

  private ServerInfo() {}

  /** The id that a server takes anew at each start; empty if it does not tell. */
  static CompletionStage<String> runId(StatefulRedisConnection<byte[], byte[]> connection) {
    return connection.async().info("server").thenApply(ServerInfo::runId);
  }

  /**
   * Fails if the server is a replica: a Sentinel may name a server that is no master any more, or
   * not yet, and a replica would refuse every write for as long as the connection lives.
   */
  static CompletionStage<Void> refuseReplica(StatefulRedisConnection<byte[], byte[]> connection) {
    return connection.async().info("replication").thenAccept(ServerInfo::refuseReplica);
  }

  private static void refuseReplica(String info) {
    if (REPLICA.matcher(info).find()) {
      throw new RedisConnectionException("Sentinel named a server that is a replica");
    }
  }

  private static String runId(String info) {
    Matcher matcher = RUN_ID.matcher(info);
    return matcher.find() ? matcher.group(1) : "";
  }
}
