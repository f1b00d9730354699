package dev.cress.redis;

import static dev.cress.redis.Step.of;
import static dev.cress.redis.Step.raw;
import static dev.cress.redis.Step.type;

import io.lettuce.core.BitFieldArgs;
import io.lettuce.core.CopyArgs;
import io.lettuce.core.GetExArgs;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Commands on strings, on keys of any type, and scripts. */
final class ScalarScript {

  private static final long MUCH_LATER = 4_102_444_800L; // the year 2100, in seconds

  private static final String INCREMENT = "return redis.call('incrby', KEYS[1], ARGV[1])";
  private static final String READ = "return redis.call('get', KEYS[1])";

  private ScalarScript() {}

  static final List<Step> STRINGS =
      List.of(
          of((r, k) -> r.get(k)),
          of((r, k) -> r.set(k, "text")),
          of((r, k) -> r.append(k, " ä\0\r\n")),
          of((r, k) -> r.get(k)),
          of((r, k) -> r.strlen(k)),
          of((r, k) -> r.getrange(k, 1, 3)),
          raw("SUBSTR k 0 2"),
          of((r, k) -> r.setrange(k, 2, "XX")),
          of((r, k) -> r.getset(k, "other")),
          of((r, k) -> r.setGet(k, "third")),
          of((r, k) -> r.set(k, "no", SetArgs.Builder.nx())),
          of((r, k) -> r.set(k, "yes", SetArgs.Builder.xx().keepttl())),
          of((r, k) -> r.setnx(k, "no")),
          of((r, k) -> r.setex(k, 1_000, "v")),
          of((r, k) -> r.psetex(k, 1_000_000, "v")),
          of((r, k) -> r.getex(k, GetExArgs.Builder.persist())),
          of((r, k) -> r.ttl(k)),
          of((r, k) -> r.incr(k)),
          of((r, k) -> r.getdel(k)),
          of((r, k) -> r.incr(k)),
          of((r, k) -> r.incrby(k, 41)),
          of((r, k) -> r.decr(k)),
          of((r, k) -> r.decrby(k, 7)),
          of((r, k) -> r.incrbyfloat(k, 0.25)),
          of((r, k) -> r.lpush(k, "wrong type")),
          of((r, k) -> r.setbit(k, 9, 1)),
          of((r, k) -> r.getbit(k, 9)),
          of((r, k) -> r.bitcount(k)),
          of((r, k) -> r.bitcount(k, 0, 0)),
          of((r, k) -> r.bitpos(k, true)),
          of(
              (r, k) ->
                  r.bitfield(k, new BitFieldArgs().set(BitFieldArgs.unsigned(8), 0, 200).get())),
          raw("BITFIELD_RO k GET u8 0"),
          raw("LCS k k:x"),
          of((r, k) -> r.bitopNot(tagged(k, "n"), tagged(k, "n"))),
          of((r, k) -> r.set(tagged(k, "a"), "abc")),
          of((r, k) -> r.set(tagged(k, "b"), "abd")),
          of((r, k) -> r.bitopAnd(tagged(k, "n"), tagged(k, "a"), tagged(k, "b"))),
          raw("LCS k:a k:b"),
          of((r, k) -> r.mget(tagged(k, "a"), tagged(k, "none"), tagged(k, "a"))),
          of((r, k) -> r.msetnx(Map.of(tagged(k, "a"), "1", tagged(k, "q"), "2"))));

  static final List<Step> KEYS =
      List.of(
          of((r, k) -> r.type(k)),
          of((r, k) -> r.dump(k)),
          of((r, k) -> r.ttl(k)),
          of((r, k) -> r.pttl(k)),
          of((r, k) -> r.set(k, "12")),
          of((r, k) -> r.type(k)),
          of((r, k) -> r.dump(k)),
          of((r, k) -> r.expire(k, 1_000)),
          type((r, k) -> r.ttl(k)),
          of((r, k) -> r.pexpire(k, 1_000_000)),
          type((r, k) -> r.pttl(k)),
          of((r, k) -> r.expireat(k, MUCH_LATER)),
          of((r, k) -> r.expiretime(k)),
          of((r, k) -> r.pexpireat(k, Instant.ofEpochSecond(MUCH_LATER))),
          of((r, k) -> r.pexpiretime(k)),
          of((r, k) -> r.persist(k)),
          of((r, k) -> r.persist(k)),
          of((r, k) -> r.objectEncoding(k)),
          of((r, k) -> r.objectRefcount(k)),
          type((r, k) -> r.objectIdletime(k)),
          of((r, k) -> r.objectFreq(k)),
          of((r, k) -> r.memoryUsage(k)),
          of((r, k) -> r.restore(k, new byte[] {1}, RestoreArgs.Builder.ttl(5))),
          of((r, k) -> r.exists(k)),
          of((r, k) -> r.exists(k, k)),
          of((r, k) -> r.touch(k)),
          of((r, k) -> r.copy(k, tagged(k, "copy"), CopyArgs.Builder.replace(true))),
          of((r, k) -> r.rename(tagged(k, "copy"), tagged(k, "renamed"))),
          of((r, k) -> r.renamenx(tagged(k, "copy"), tagged(k, "renamed"))),
          of((r, k) -> r.unlink(tagged(k, "copy"), k)),
          of((r, k) -> r.del(tagged(k, "renamed"), k)),
          of((r, k) -> r.rpush(k, "3", "1", "2")),
          of((r, k) -> r.sort(k)),
          of((r, k) -> r.sortReadOnly(k)),
          of((r, k) -> r.pexpire(k, -1)),
          of((r, k) -> r.exists(k)),
          raw("SET k"));

  static final List<Step> SCRIPTS =
      List.of(
          of((r, k) -> r.eval(INCREMENT, ScriptOutputType.INTEGER, keys(k), "5")),
          of((r, k) -> r.eval(INCREMENT, ScriptOutputType.INTEGER, keys(k), "7")),
          of((r, k) -> r.evalReadOnly(READ, ScriptOutputType.VALUE, keys(k))),
          of((r, k) -> r.evalsha("0".repeat(40), ScriptOutputType.VALUE, keys(k))),
          of((r, k) -> r.eval("return redis.error_reply('MINE')", ScriptOutputType.VALUE, k)));

  private static String[] keys(String... keys) {
    return keys;
  }

  private static String tagged(String key, String name) {
    return "{" + key + "}:" + name;
  }
}
