package dev.cress.redis.internal.command;

import dev.cress.node.RoutingException;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
import java.util.Map;
import java.util.Set;

/** What becomes of a command where each key has copies on several nodes. */
public enum CopyRule {
  /** Asks one copy, and the next if that one fails or has nothing. */
  READ,
  /** Asks the first copy only: what it answers is good for that copy only. */
  READ_FIRST,
  /** Done on all copies; the policy says how many must have it. */
  WRITE,
  /** Done on all copies, and fails unless all have it. */
  REMOVE,
  /** About no key: goes its way as without copies. */
  NO_KEY;

  /* Writes do the same on each copy that was the same before: what they do depends neither on chance
   * nor on the server. All others are refused, so that a command that nobody has thought about
   * cannot make copies differ. */
  private static final Set<String> WRITES =
      words(
          "APPEND BITFIELD BITOP COPY DECR DECRBY GEOADD GEORADIUS GEORADIUSBYMEMBER"
              + " GEOSEARCHSTORE GETSET HINCRBY HINCRBYFLOAT HMSET HPERSIST HSET HSETEX INCR INCRBY"
              + " INCRBYFLOAT LINSERT LPUSH LPUSHX LSET MSET PERSIST PFADD PFMERGE PSETEX RESTORE"
              + " RPUSH RPUSHX SADD SDIFFSTORE SET SETBIT SETEX SETRANGE SINTERSTORE SORT"
              + " SUNIONSTORE ZADD ZDIFFSTORE ZINCRBY ZINTERSTORE ZRANGESTORE ZUNIONSTORE"
              + " JSON.ARRAPPEND JSON.ARRINSERT JSON.MSET JSON.NUMINCRBY JSON.NUMMULTBY JSON.SET"
              + " JSON.STRAPPEND JSON.TOGGLE");
  /* What ends or may end a key, a field or an element, at once or by a time to live. */
  private static final Set<String> REMOVALS =
      words(
          "DEL EXPIRE EXPIREAT GETDEL GETEX HDEL HEXPIRE HEXPIREAT HGETDEL HGETEX HPEXPIRE"
              + " HPEXPIREAT LREM LTRIM PEXPIRE PEXPIREAT RENAME SMOVE SREM UNLINK ZREM"
              + " ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE JSON.ARRTRIM JSON.CLEAR JSON.DEL"
              + " JSON.FORGET JSON.MERGE");
  private static final Set<String> CURSORS =
      words("HSCAN SSCAN ZSCAN ARSCAN BF.SCANDUMP CF.SCANDUMP");
  private static final Set<String> SCRIPTS =
      words("EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO");
  private static final Set<String> POPS =
      words(
          "LPOP RPOP LMOVE LMOVEM RPOPLPUSH LMPOP SPOP ZPOPMIN ZPOPMAX ZMPOP JSON.ARRPOP"
              + " BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN");
  private static final Set<String> IF_ABSENT = words("SETNX MSETNX MSETEX HSETNX RENAMENX DELEX");
  /* They stand behind the key and the value or the time, which may be any words. */
  private static final Map<String, Set<String>> CONDITIONS =
      Map.of(
          "SET", words("NX IFEQ IFNE IFDEQ IFDNE"),
          "JSON.SET", words("NX XX"),
          "HSETEX", words("FNX FXX"),
          "EXPIRE", words("NX XX GT LT"),
          "EXPIREAT", words("NX XX GT LT"),
          "PEXPIRE", words("NX XX GT LT"),
          "PEXPIREAT", words("NX XX GT LT"));

  private static Set<String> words(String text) {
    return Set.of(text.split(" ", -1));
  }

  /**
   * Finds the rule for a command.
   *
   * @param spec the command's spec
   * @return the rule
   * @throws RoutingException if it is not sent where keys have copies
   */
  public static CopyRule of(CommandSpec spec) {
    return switch (spec.kind()) {
      case SINGLE_KEY, SAME_NODE, FAN_OUT -> ofKeys(spec);
      case ALL_NODES, CHANNEL, REJECTED -> NO_KEY;
      case TRANSACTION ->
          throw refusal(spec, "its commands would be carried out by each copy at another time");
      case BLOCKING -> throw refusal(spec, reason(spec.name()));
    };
  }

  /**
   * Finds the rule for a command, whose options may keep it from being sent.
   *
   * @param command the command
   * @param spec its spec
   * @return the rule
   * @throws RoutingException if it is not sent where keys have copies
   */
  public static CopyRule of(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    CopyRule rule = of(spec);
    CommandArgs<?, ?> args = command.getArgs();
    Set<String> conditions = CONDITIONS.get(spec.name());
    if (conditions != null && args != null && args.count() > 2) {
      refuseConditions(spec, conditions, EncodedArgs.of(args));
    }
    return rule;
  }

  private static CopyRule ofKeys(CommandSpec spec) {
    String name = spec.name();
    if (spec.isReadOnly() && !SCRIPTS.contains(name)) {
      return CURSORS.contains(name) ? READ_FIRST : READ;
    }
    if (REMOVALS.contains(name)) {
      return REMOVE;
    }
    if (WRITES.contains(name)) {
      return WRITE;
    }
    throw refusal(spec, reason(name));
  }

  private static void refuseConditions(CommandSpec spec, Set<String> conditions, EncodedArgs args) {
    int first = spec.name().equals("HSETEX") ? 1 : 2;
    for (int i = first; i < args.count() && !args.isWord(i, "FIELDS"); i++) {
      for (String condition : conditions) {
        if (args.isWord(i, condition)) {
          throw refusal(spec, condition + ": each copy would decide by itself");
        }
      }
    }
  }

  private static String reason(String name) {
    if (SCRIPTS.contains(name)) {
      return "a script may do something else on each copy";
    }
    if (POPS.contains(name)) {
      return "the copies of a queue would give away different elements";
    }
    if (IF_ABSENT.contains(name)) {
      return "each copy would decide by itself";
    }
    return name.startsWith("X")
        ? "the ids and groups of a stream are one server's own"
        : "it is not known to do the same on every copy";
  }

  private static RoutingException refusal(CommandSpec spec, String reason) {
    return new RoutingException(
        spec.name()
            + " is not sent to replicas: "
            + reason
            + "; use a client without replicas(…) for such keys");
  }
}
