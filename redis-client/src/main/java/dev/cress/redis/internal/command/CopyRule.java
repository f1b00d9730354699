package dev.cress.redis.internal.command;

import dev.cress.node.RoutingException;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
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
          "APPEND BITFIELD BITOP COPY DECR DECRBY EXPIRE EXPIREAT GEOADD GEORADIUS"
              + " GEORADIUSBYMEMBER GEOSEARCHSTORE GETEX GETSET HEXPIRE HEXPIREAT HGETEX HINCRBY"
              + " HINCRBYFLOAT HMSET HPERSIST HPEXPIRE HPEXPIREAT HSET HSETEX INCR INCRBY"
              + " INCRBYFLOAT LINSERT LPUSH LPUSHX LSET MSET PERSIST PEXPIRE PEXPIREAT PFADD"
              + " PFMERGE PSETEX RENAME RESTORE RPUSH RPUSHX SADD SDIFFSTORE SET SETBIT SETEX"
              + " SETRANGE SINTERSTORE SMOVE SORT SUNIONSTORE ZADD ZDIFFSTORE ZINCRBY ZINTERSTORE"
              + " ZRANGESTORE ZUNIONSTORE JSON.ARRAPPEND JSON.ARRINSERT JSON.MERGE JSON.MSET"
              + " JSON.NUMINCRBY JSON.NUMMULTBY JSON.SET JSON.STRAPPEND JSON.TOGGLE");
  private static final Set<String> REMOVALS =
      words(
          "DEL GETDEL HDEL HGETDEL LREM LTRIM SREM UNLINK ZREM ZREMRANGEBYLEX ZREMRANGEBYRANK"
              + " ZREMRANGEBYSCORE JSON.ARRTRIM JSON.CLEAR JSON.DEL JSON.FORGET");
  private static final Set<String> CURSORS =
      words("HSCAN SSCAN ZSCAN ARSCAN BF.SCANDUMP CF.SCANDUMP");
  private static final Set<String> SCRIPTS =
      words("EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL FCALL_RO");
  private static final Set<String> POPS =
      words(
          "LPOP RPOP LMOVE LMOVEM RPOPLPUSH LMPOP SPOP ZPOPMIN ZPOPMAX ZMPOP JSON.ARRPOP"
              + " BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN");
  private static final Set<String> IF_ABSENT = words("SETNX MSETNX MSETEX HSETNX RENAMENX DELEX");
  private static final Set<String> CONDITIONS = words("NX IFEQ IFNE IFDEQ IFDNE");

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
    if (rule == WRITE && spec.name().equals("SET") && args != null && args.count() > 2) {
      refuseConditions(spec, EncodedArgs.of(args));
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

  /* Behind the key and the value, which may be any word. */
  private static void refuseConditions(CommandSpec spec, EncodedArgs args) {
    for (int i = 2; i < args.count(); i++) {
      for (String condition : CONDITIONS) {
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
