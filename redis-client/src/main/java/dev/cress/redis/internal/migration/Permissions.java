package dev.cress.redis.internal.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.migration.MigrationException;
import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.util.ArrayList;
import java.util.List;

/** Finds out which commands of a migration a user may not call, by calling them harmlessly. */
final class Permissions {

  private final ScriptCalls calls;
  private final Script script;
  private final ServerWait wait;
  private final String member;

  Permissions(ScriptCalls calls, Script script, ServerWait wait, String member) {
    this.calls = calls;
    this.script = script;
    this.wait = wait;
    this.member = member;
  }

  List<String> missing(NodeConnection node) {
    List<String> missing = new ArrayList<>();
    direct(node, missing, "INFO", CommandType.INFO, args().add("server"));
    direct(node, missing, "DBSIZE", CommandType.DBSIZE, args());
    direct(node, missing, "SCAN", CommandType.SCAN, args().add("0").add("COUNT").add(1));
    direct(node, missing, "TIME", CommandType.TIME, args());
    direct(node, missing, "CLIENT|LIST", CommandType.CLIENT, args().add(CommandKeyword.LIST));
    direct(node, missing, "CLIENT|KILL", CommandType.CLIENT, killNobody());
    direct(node, missing, "CLIENT|SETNAME", CommandType.CLIENT, setInvalidName());
    try {
      List<Object> denied =
          wait.await(
              node, calls.call(node, script, List.of(InternalKeys.probe(member)), List.of()));
      denied.forEach(command -> missing.add(new String((byte[]) command, UTF_8)));
    } catch (MigrationException e) {
      if (!isDenied(e)) {
        throw e;
      }
      missing.add(whyNoScript(e));
    }
    return missing.stream().distinct().toList();
  }

  private static CommandArgs<byte[], byte[]> args() {
    return new CommandArgs<>(ByteArrayCodec.INSTANCE);
  }

  /* Ids start at 1, so nobody is ended. */
  private static CommandArgs<byte[], byte[]> killNobody() {
    return args().add(CommandKeyword.KILL).add(CommandKeyword.ID).add(Long.MAX_VALUE);
  }

  /* A name with a space is refused by every server, after the permission was checked. */
  private static CommandArgs<byte[], byte[]> setInvalidName() {
    return args().add(CommandKeyword.SETNAME).add("not a name");
  }

  private void direct(
      NodeConnection node,
      List<String> missing,
      String name,
      ProtocolKeyword type,
      CommandArgs<byte[], byte[]> args) {
    try {
      wait.await(node, node.call(type, new ReplyOutput(), args));
    } catch (MigrationException e) {
      if (isDenied(e)) {
        missing.add(name);
      } else if (!(e.getCause() instanceof RedisCommandExecutionException)) {
        throw e;
      }
    }
  }

  /* A server that does not know the script yet is sent it by EVAL; and a script names its keys. */
  private static String whyNoScript(MigrationException e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("'eval'")) {
      return "EVAL";
    }
    return message.contains(" key") ? "~" + InternalKeys.PREFIX + "*" : "EVALSHA";
  }

  private static boolean isDenied(MigrationException e) {
    return e.getCause() instanceof RedisCommandExecutionException cause
        && String.valueOf(cause.getMessage()).startsWith("NOPERM");
  }
}
