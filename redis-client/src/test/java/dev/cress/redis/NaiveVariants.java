package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.redis.internal.migration.Script;
import dev.cress.redis.internal.migration.ScriptCalls;
import dev.cress.redis.internal.migration.Scripts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The protocol with one precaution left out, as somebody might write it at first. */
final class NaiveVariants {

  private static final Scripts S = Scripts.STANDARD;
  private static final String MARK = "redis.call('ZADD', KEYS[3], '+inf', KEYS[1])";
  private static final String SENTINEL_CHECK =
      "if f ~= E or not redis.call('ZSCORE', KEYS[3], S) then return {'FENCE', f or ''} end";

  private NaiveVariants() {}

  /** Presence alone gives the owner authority. */
  static final Variant NO_MARK = adopt(MARK, "");

  /** A value is taken however late it comes. */
  static final Variant NO_DEADLINE =
      adopt("if now > tonumber(ARGV[2]) then return {'LATE', now} end", "");

  /** A mark ends a little later, whether or not the old copy was removed. */
  static final Variant MARK_PRUNED_BEFORE_REMOVAL =
      adopt(MARK, "redis.call('ZADD', KEYS[3], now + 100, KEYS[1])");

  /** The rest of a key's life begins anew when it arrives. Knows the default deadline, 10 s. */
  static final Variant RELATIVE_TTL =
      adopt("KEYS[1], ARGV[3], ARGV[4], 'ABSTTL'", "KEYS[1], ARGV[3] - ARGV[2] + 10000, ARGV[4]");

  /** A key that its previous owner does not have is absent, and the owner is not asked again. */
  static final Variant ABSENT_ANSWERED =
      Variant.calls(
          next -> (node, script, keys, args) -> absentAnswered(next, node, script, keys, args));

  /** When the previous owner is closed, the owner's keys are plain. */
  static final Variant PLAIN_WHEN_CLOSED =
      Variant.calls(
          next ->
              (node, script, keys, args) ->
                  script.name().equals("adopt") && text(args.get(4)).equals("+inf")
                      ? CompletableFuture.completedFuture(List.of("MOVED".getBytes(UTF_8)))
                      : next.call(node, script, keys, args));

  /** The end of a window forgets the marks and leaves the owner's fence as it is. */
  static final Variant DONE_WITHOUT_FENCE =
      Variant.scripts(
          withDone(
              new Script(
                  "done",
                  "redis.call('UNLINK', KEYS[2]) redis.call('ZADD', KEYS[2], '+inf', '__cress__:')"
                      + " return redis.call('GET', KEYS[1])")));

  /** One fence for both roles of a server. */
  static final Variant ONE_FENCE =
      Variant.calls(
          next ->
              (node, script, keys, args) ->
                  next.call(
                      node, script, keys.stream().map(NaiveVariants::oneFence).toList(), args));

  /** Leftovers stay where they are. */
  static final Variant NO_SWEEP =
      Variant.calls(
          next ->
              (node, script, keys, args) ->
                  script.name().equals("sweep")
                      ? CompletableFuture.completedFuture(List.of(0L))
                      : next.call(node, script, keys, args));

  /** Old copies are removed whatever became of the server meanwhile. */
  static final Variant UNFENCED_REMOVAL =
      Variant.scripts(
          withCollect(
              Variant.edited(
                  S.collect(), "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end", "")));

  /** Nobody notices that the marks were lost. */
  static final Variant NO_SENTINEL = head("if f ~= E then return {'FENCE', f or ''} end");

  /** An owner that lost its fence or its marks is opened again. */
  static final Variant RESUME_AFTER_LOSS =
      head(
          "if not f then redis.call('SET', KEYS[2], E) end redis.call('ZADD', KEYS[3], '+inf', S)");

  /** Stands for an answer that was given without asking the owner. */
  static final class AnsweredAbsent extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static CompletionStage<List<Object>> absentAnswered(
      ScriptCalls next, NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args) {
    boolean absence =
        script.name().equals("adopt")
            && args.get(3).length == 0
            && !text(args.get(4)).equals("+inf");
    return absence
        ? CompletableFuture.failedFuture(new AnsweredAbsent())
        : next.call(node, script, keys, args);
  }

  private static byte[] oneFence(byte[] key) {
    return text(key).equals(InternalKeys.PREFIX + "in")
        ? (InternalKeys.PREFIX + "out").getBytes(UTF_8)
        : key;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static Variant adopt(String text, String by) {
    return Variant.scripts(withProbeAndAdopt(S.probe(), Variant.edited(S.adopt(), text, by)));
  }

  private static Variant head(String check) {
    return Variant.scripts(
        withProbeAndAdopt(
            Variant.edited(S.probe(), SENTINEL_CHECK, check),
            Variant.edited(S.adopt(), SENTINEL_CHECK, check)));
  }

  private static Scripts withProbeAndAdopt(Script probe, Script adopt) {
    return new Scripts(
        S.raise(),
        S.openIn(),
        probe,
        S.dump(),
        adopt,
        S.collect(),
        S.confirm(),
        S.sweep(),
        S.done(),
        S.permissions());
  }

  private static Scripts withCollect(Script collect) {
    return new Scripts(
        S.raise(),
        S.openIn(),
        S.probe(),
        S.dump(),
        S.adopt(),
        collect,
        S.confirm(),
        S.sweep(),
        S.done(),
        S.permissions());
  }

  private static Scripts withDone(Script done) {
    return new Scripts(
        S.raise(),
        S.openIn(),
        S.probe(),
        S.dump(),
        S.adopt(),
        S.collect(),
        S.confirm(),
        S.sweep(),
        done,
        S.permissions());
  }
}
