package dev.cress.redis.internal.connection;

import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a server says of itself in {@code INFO}. */
final class ServerInfo {

  private static final Pattern RUN_ID = Pattern.compile("(?m)^run_id:(\\w+)");

  private ServerInfo() {}

  /** The id that a server takes anew at each start; empty if it does not tell. */
  static CompletionStage<String> runId(StatefulRedisConnection<byte[], byte[]> connection) {
    return connection.async().info("server").thenApply(ServerInfo::runId);
  }

  private static String runId(String info) {
    Matcher matcher = RUN_ID.matcher(info);
    return matcher.find() ? matcher.group(1) : "";
  }
}
