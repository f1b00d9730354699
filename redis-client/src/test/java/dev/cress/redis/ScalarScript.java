package dev.cress.redis;

import static dev.cress.redis.Step.exactly;
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
          exactly((r, k) -> r.get(k)),
          exactly((r, k) -> r.set(k, "text")),
          exactly((r, k) -> r.append(k, " ä\0\r\n")),
          exactly((r, k) -> r.get(k)),
          exactly((r, k) -> r.strlen(k)),
          exactly((r, k) -> r.getrange(k, 1, 3)),
          raw("SUBSTR k 0 2"),
          exactly((r, k) -> r.setrange(k, 2, "XX")),
          exactly((r, k) -> r.getset(k, "other")),
          exactly((r, k) -> r.setGet(k, "third")),
          exactly((r, k) -> r.set(k, "no", SetArgs.Builder.nx())),
          exactly((r, k) -> r.set(k, "yes", SetArgs.Builder.xx().keepttl())),
          exactly((r, k) -> r.setnx(k, "no")),
          exactly((r, k) -> r.setex(k, 1_000, "v")),
          exactly((r, k) -> r.psetex(k, 1_000_000, "v")),
          exactly((r, k) -> r.getex(k, GetExArgs.Builder.persist())),
          exactly((r, k) -> r.ttl(k)),
          exactly((r, k) -> r.incr(k)),
          exactly((r, k) -> r.getdel(k)),
          exactly((r, k) -> r.incr(k)),
          exactly((r, k) -> r.incrby(k, 41)),
          exactly((r, k) -> r.decr(k)),
          exactly((r, k) -> r.decrby(k, 7)),
          exactly((r, k) -> r.incrbyfloat(k, 0.25)),
          exactly((r, k) -> r.lpush(k, "wrong type")),
          exactly((r, k) -> r.setbit(k, 9, 1)),
          exactly((r, k) -> r.getbit(k, 9)),
          exactly((r, k) -> r.bitcount(k)),
          exactly((r, k) -> r.bitcount(k, 0, 0)),
          exactly((r, k) -> r.bitpos(k, true)),
          exactly(
              (r, k) ->
                  r.bitfield(k, new BitFieldArgs().set(BitFieldArgs.unsigned(8), 0, 200).get())),
          raw("BITFIELD_RO k GET u8 0"),
          raw("LCS k k:x"),
          exactly((r, k) -> r.bitopNot(tagged(k, "n"), tagged(k, "n"))),
          exactly((r, k) -> r.set(tagged(k, "a"), "abc")),
          exactly((r, k) -> r.set(tagged(k, "b"), "abd")),
          exactly((r, k) -> r.bitopAnd(tagged(k, "n"), tagged(k, "a"), tagged(k, "b"))),
          raw("LCS k:a k:b"),
          exactly((r, k) -> r.mget(tagged(k, "a"), tagged(k, "none"), tagged(k, "a"))),
          exactly((r, k) -> r.msetnx(Map.of(tagged(k, "a"), "1", tagged(k, "q"), "2"))));

  static final List<Step> KEYS =
      List.of(
          exactly((r, k) -> r.type(k)),
          exactly((r, k) -> r.dump(k)),
          exactly((r, k) -> r.ttl(k)),
          exactly((r, k) -> r.pttl(k)),
          exactly((r, k) -> r.set(k, "12")),
          exactly((r, k) -> r.type(k)),
          exactly((r, k) -> r.dump(k)),
          exactly((r, k) -> r.expire(k, 1_000)),
          type((r, k) -> r.ttl(k)),
          exactly((r, k) -> r.pexpire(k, 1_000_000)),
          type((r, k) -> r.pttl(k)),
          exactly((r, k) -> r.expireat(k, MUCH_LATER)),
          exactly((r, k) -> r.expiretime(k)),
          exactly((r, k) -> r.pexpireat(k, Instant.ofEpochSecond(MUCH_LATER))),
          exactly((r, k) -> r.pexpiretime(k)),
          exactly((r, k) -> r.persist(k)),
          exactly((r, k) -> r.persist(k)),
          exactly((r, k) -> r.objectEncoding(k)),
          exactly((r, k) -> r.objectRefcount(k)),
          type((r, k) -> r.objectIdletime(k)),
          exactly((r, k) -> r.objectFreq(k)),
          exactly((r, k) -> r.memoryUsage(k)),
          exactly((r, k) -> r.restore(k, new byte[] {1}, RestoreArgs.Builder.ttl(5))),
          exactly((r, k) -> r.exists(k)),
          exactly((r, k) -> r.exists(k, k)),
          exactly((r, k) -> r.touch(k)),
          exactly((r, k) -> r.copy(k, tagged(k, "copy"), CopyArgs.Builder.replace(true))),
          exactly((r, k) -> r.rename(tagged(k, "copy"), tagged(k, "renamed"))),
          exactly((r, k) -> r.renamenx(tagged(k, "copy"), tagged(k, "renamed"))),
          exactly((r, k) -> r.unlink(tagged(k, "copy"), k)),
          exactly((r, k) -> r.del(tagged(k, "renamed"), k)),
          exactly((r, k) -> r.rpush(k, "3", "1", "2")),
          exactly((r, k) -> r.sort(k)),
          exactly((r, k) -> r.sortReadOnly(k)),
          exactly((r, k) -> r.pexpire(k, -1)),
          exactly((r, k) -> r.exists(k)),
          raw("SET k"));

  static final List<Step> SCRIPTS =
      List.of(
          exactly((r, k) -> r.eval(INCREMENT, ScriptOutputType.INTEGER, keys(k), "5")),
          exactly((r, k) -> r.eval(INCREMENT, ScriptOutputType.INTEGER, keys(k), "7")),
          exactly((r, k) -> r.evalReadOnly(READ, ScriptOutputType.VALUE, keys(k))),
          exactly((r, k) -> r.evalsha("0".repeat(40), ScriptOutputType.VALUE, keys(k))),
          exactly((r, k) -> r.eval("return redis.error_reply('MINE')", ScriptOutputType.VALUE, k)));

  private static String[] keys(String... keys) {
    return keys;
  }

  private static String tagged(String key, String name) {
    return "{" + key + "}:" + name;
  }
}
