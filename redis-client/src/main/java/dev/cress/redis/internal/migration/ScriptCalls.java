package dev.cress.redis.internal.migration;

import dev.cress.redis.internal.connection.NodeConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Calls scripts on nodes. The one way in which a migration touches a server's keys, so that a test
 * can stand in between.
 */
public interface ScriptCalls {

  /**
   * Calls a script.
   *
   * @param node where
   * @param script what
   * @param keys its KEYS
   * @param args its ARGV
   * @return its reply as a list: the elements of an array, or the one element of any other reply;
   *     bulk strings are byte arrays, integers are longs
   */
  CompletionStage<List<Object>> call(
      NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args);
}
