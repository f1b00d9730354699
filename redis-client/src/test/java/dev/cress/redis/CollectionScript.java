package dev.cress.redis;

import static dev.cress.redis.Step.exactly;
import static dev.cress.redis.Step.raw;
import static dev.cress.redis.Step.type;
import static dev.cress.redis.Step.unordered;

import io.lettuce.core.Consumer;
import io.lettuce.core.GeoArgs;
import io.lettuce.core.GeoSearch;
import io.lettuce.core.LMPopArgs;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.LPosArgs;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.ZAddArgs;
import java.util.List;
import java.util.Map;

/** Commands on hashes, lists, sets, sorted sets, places, HyperLogLogs and streams. */
final class CollectionScript {

  private CollectionScript() {}

  static final List<Step> HASHES =
      List.of(
          exactly((r, k) -> r.hset(k, "f", "1")),
          exactly((r, k) -> r.hset(k, Map.of("g", "2"))),
          exactly((r, k) -> r.hmset(k, Map.of("h", "3"))),
          exactly((r, k) -> r.hsetnx(k, "f", "no")),
          exactly((r, k) -> r.hget(k, "f")),
          exactly((r, k) -> r.hmget(k, "f", "none", "f")),
          exactly((r, k) -> r.hgetall(k)),
          exactly((r, k) -> r.hkeys(k)),
          exactly((r, k) -> r.hvals(k)),
          exactly((r, k) -> r.hlen(k)),
          exactly((r, k) -> r.hexists(k, "none")),
          exactly((r, k) -> r.hstrlen(k, "f")),
          exactly((r, k) -> r.hincrby(k, "f", 9)),
          exactly((r, k) -> r.hincrbyfloat(k, "f", 0.5)),
          exactly((r, k) -> r.hscan(k)),
          exactly((r, k) -> r.hscan(k, ScanCursor.INITIAL, ScanArgs.Builder.matches("g*"))),
          unordered((r, k) -> r.hrandfield(k, 10)),
          exactly((r, k) -> r.hdel(k, "g", "h")),
          exactly((r, k) -> r.hrandfield(k)),
          exactly((r, k) -> r.hgetall(k)),
          exactly((r, k) -> r.get(k)));

  static final List<Step> LISTS =
      List.of(
          exactly((r, k) -> r.lpushx(k, "no")),
          exactly((r, k) -> r.rpush(k, "a", "b", "c", "b")),
          exactly((r, k) -> r.lpush(k, "z", "y")),
          exactly((r, k) -> r.rpushx(k, "e")),
          exactly((r, k) -> r.llen(k)),
          exactly((r, k) -> r.lrange(k, 0, -1)),
          exactly((r, k) -> r.lindex(k, 1)),
          exactly((r, k) -> r.linsert(k, true, "c", "bc")),
          exactly((r, k) -> r.lpos(k, "b")),
          exactly((r, k) -> r.lpos(k, "b", 0, LPosArgs.Builder.rank(1))),
          exactly((r, k) -> r.lset(k, 0, "first")),
          exactly((r, k) -> r.lset(k, 99, "error")),
          exactly((r, k) -> r.lrem(k, 1, "b")),
          exactly((r, k) -> r.ltrim(k, 0, 4)),
          exactly((r, k) -> r.lpop(k)),
          exactly((r, k) -> r.rpop(k)),
          exactly((r, k) -> r.lpop(k, 2)),
          exactly((r, k) -> r.rpoplpush(k, "{" + k + "}:other")),
          exactly((r, k) -> r.lmove("{" + k + "}:other", k, LMoveArgs.Builder.leftRight())),
          exactly((r, k) -> r.lmpop(LMPopArgs.Builder.left(), k, "{" + k + "}:other")),
          exactly((r, k) -> r.lrange(k, 0, -1)));

  static final List<Step> SETS =
      List.of(
          exactly((r, k) -> r.sadd(k, "a", "b", "c")),
          exactly((r, k) -> r.sadd("{" + k + "}:other", "b", "d")),
          exactly((r, k) -> r.scard(k)),
          exactly((r, k) -> r.sismember(k, "a")),
          exactly((r, k) -> r.smismember(k, "a", "none")),
          unordered((r, k) -> r.smembers(k)),
          unordered((r, k) -> r.srandmember(k, 10)),
          exactly((r, k) -> r.sscan(k, ScanCursor.INITIAL, ScanArgs.Builder.matches("a*"))),
          unordered((r, k) -> r.sunion(k, "{" + k + "}:other")),
          exactly((r, k) -> r.sinter(k, "{" + k + "}:other")),
          unordered((r, k) -> r.sdiff(k, "{" + k + "}:other")),
          exactly((r, k) -> r.sintercard(k, "{" + k + "}:other")),
          exactly((r, k) -> r.sunionstore("{" + k + "}:u", k, "{" + k + "}:other")),
          exactly((r, k) -> r.smove(k, "{" + k + "}:other", "a")),
          exactly((r, k) -> r.srem(k, "b", "none")),
          exactly((r, k) -> r.srandmember(k)),
          exactly((r, k) -> r.spop(k)),
          exactly((r, k) -> r.spop(k, 5)));

  static final List<Step> SORTED_SETS =
      List.of(
          exactly((r, k) -> r.zadd(k, 1, "a")),
          exactly((r, k) -> r.zadd(k, ZAddArgs.Builder.nx().ch(), 1.0, "a", 2.0, "b", 3.5, "c")),
          exactly((r, k) -> r.zaddincr(k, 0.5, "c")),
          exactly((r, k) -> r.zincrby(k, 1, "c")),
          exactly((r, k) -> r.zcard(k)),
          exactly((r, k) -> r.zcount(k, Range.create(1, 2))),
          exactly((r, k) -> r.zlexcount(k, Range.unbounded())),
          exactly((r, k) -> r.zscore(k, "b")),
          exactly((r, k) -> r.zmscore(k, "a", "none")),
          exactly((r, k) -> r.zrank(k, "b")),
          exactly((r, k) -> r.zrevrank(k, "b")),
          exactly((r, k) -> r.zrange(k, 0, -1)),
          exactly((r, k) -> r.zrangeWithScores(k, 0, -1)),
          exactly((r, k) -> r.zrevrange(k, 0, 1)),
          exactly((r, k) -> r.zrangebyscore(k, Range.create(1, 2), Limit.create(0, 1))),
          exactly((r, k) -> r.zrevrangebyscore(k, Range.create(1, 2))),
          exactly((r, k) -> r.zrangebylex(k, Range.create("a", "b"))),
          exactly((r, k) -> r.zrevrangebylex(k, Range.create("a", "b"))),
          exactly((r, k) -> r.zrangestore("{" + k + "}:s", k, Range.create(0L, 1L))),
          exactly((r, k) -> r.zunionstore("{" + k + "}:u", k, "{" + k + "}:s")),
          exactly((r, k) -> r.zinterWithScores(k, "{" + k + "}:s")),
          exactly((r, k) -> r.zdiff(k, "{" + k + "}:s")),
          exactly((r, k) -> r.zscan(k)),
          unordered((r, k) -> r.zrandmember(k, 10)),
          exactly((r, k) -> r.zremrangebylex("{" + k + "}:u", Range.create("a", "a"))),
          exactly((r, k) -> r.zremrangebyscore("{" + k + "}:u", Range.create(4, 5))),
          exactly((r, k) -> r.zremrangebyrank("{" + k + "}:u", 0, 0)),
          exactly((r, k) -> r.zpopmin(k)),
          exactly((r, k) -> r.zpopmax(k, 1)),
          exactly((r, k) -> r.zrandmember(k)),
          exactly((r, k) -> r.zrem(k, "b", "none")),
          exactly((r, k) -> r.zrange(k, 0, -1)));

  static final List<Step> PLACES_AND_SKETCHES =
      List.of(
          exactly((r, k) -> r.geoadd(k, 13.36, 38.11, "Palermo")),
          exactly((r, k) -> r.geoadd(k, 15.08, 37.5, "Catania", 2.35, 48.85, "Paris")),
          exactly((r, k) -> r.geodist(k, "Palermo", "Catania", GeoArgs.Unit.km)),
          exactly((r, k) -> r.geohash(k, "Palermo", "none")),
          exactly((r, k) -> r.geopos(k, "Palermo", "none")),
          unordered((r, k) -> r.georadius(k, 15, 37, 200, GeoArgs.Unit.km)),
          unordered((r, k) -> r.georadiusbymember(k, "Palermo", 200, GeoArgs.Unit.km)),
          raw("GEORADIUS_RO k 15 37 200 km ASC"),
          raw("GEORADIUSBYMEMBER_RO k Palermo 200 km ASC"),
          exactly(
              (r, k) ->
                  r.geosearch(
                      k,
                      GeoSearch.fromMember("Palermo"),
                      GeoSearch.byRadius(200, GeoArgs.Unit.km),
                      GeoArgs.Builder.full().asc())),
          raw("GEOSEARCHSTORE k:s k FROMMEMBER Palermo BYRADIUS 200 km"),
          exactly((r, k) -> r.pfadd(k + ":p", "a", "b", "c")),
          exactly((r, k) -> r.pfcount(k + ":p")),
          exactly((r, k) -> r.pfmerge("{" + k + ":p}:m", k + ":p")),
          exactly((r, k) -> r.pfcount("{" + k + ":p}:m", k + ":p")));

  @SuppressWarnings("unchecked") // Lettuce takes stream offsets as a generic array
  static List<Step> streams() {
    return List.of(
        exactly((r, k) -> r.xadd(k, XAddArgs.Builder.maxlen(9).id("1-1"), "f", "1")),
        exactly((r, k) -> r.xadd(k, new XAddArgs().id("2-1"), Map.of("f", "2"))),
        exactly((r, k) -> r.xadd(k, new XAddArgs().id("1-1"), Map.of("too", "old"))),
        type((r, k) -> r.xadd(k + ":now", Map.of("f", "2"))),
        exactly((r, k) -> r.xlen(k)),
        exactly((r, k) -> r.xrange(k, Range.unbounded())),
        exactly((r, k) -> r.xrevrange(k, Range.unbounded(), Limit.from(1))),
        exactly((r, k) -> r.xread(StreamOffset.from(k, "1-1"))),
        exactly((r, k) -> r.xgroupCreate(StreamOffset.from(k, "0"), "g")),
        exactly(
            (r, k) ->
                r.xgroupCreate(
                    StreamOffset.from(k + ":made", "0"), "g", XGroupCreateArgs.Builder.mkstream())),
        exactly((r, k) -> r.xgroupCreateconsumer(k, Consumer.from("g", "c"))),
        exactly((r, k) -> r.xreadgroup(Consumer.from("g", "c"), StreamOffset.lastConsumed(k))),
        exactly((r, k) -> r.xpending(k, "g")),
        type((r, k) -> r.xpending(k, "g", Range.unbounded(), Limit.from(5))),
        exactly((r, k) -> r.xclaim(k, Consumer.from("g", "d"), 0, "1-1")),
        exactly(
            (r, k) ->
                r.xautoclaim(
                    k, XAutoClaimArgs.Builder.xautoclaim(Consumer.from("g", "d"), 0, "0"))),
        exactly((r, k) -> r.xack(k, "g", "1-1")),
        exactly((r, k) -> r.xinfoStream(k)),
        exactly((r, k) -> r.xinfoGroups(k)),
        type((r, k) -> r.xinfoConsumers(k, "g")),
        exactly((r, k) -> r.xgroupSetid(StreamOffset.from(k, "0"), "g")),
        exactly((r, k) -> r.xgroupDelconsumer(k, Consumer.from("g", "c"))),
        exactly((r, k) -> r.xgroupDestroy(k, "g")),
        raw("XSETID k 9-9"),
        exactly((r, k) -> r.xdel(k, "1-1", "8-8")),
        exactly((r, k) -> r.xtrim(k, 0)),
        exactly((r, k) -> r.xlen(k)));
  }
}
