package dev.cress.redis.internal.migration;

import dev.cress.redis.internal.connection.Failures;
import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Calls scripts by their digest, and by their text where a server does not know them. */
public final class EvalCalls implements ScriptCalls {

  @Override
  public CompletionStage<List<Object>> call(
      NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args) {
    return eval(node, CommandType.EVALSHA, script.digest(), keys, args)
        .handle(
            (reply, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(reply);
              }
              return isUnknownScript(failure)
                  ? eval(node, CommandType.EVAL, script.text(), keys, args)
                  : CompletableFuture.<List<Object>>failedFuture(failure);
            })
        .thenCompose(Function.identity());
  }

  private static boolean isUnknownScript(Throwable failure) {
    return Failures.cause(failure) instanceof RedisNoScriptException;
  }

  private static CompletionStage<List<Object>> eval(
      NodeConnection node, CommandType type, String script, List<byte[]> keys, List<byte[]> args) {
    CommandArgs<byte[], byte[]> all =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(script).add(keys.size());
    keys.forEach(all::addKey);
    args.forEach(all::addValue);
    return node.call(type, new ReplyOutput(), all);
  }
}
