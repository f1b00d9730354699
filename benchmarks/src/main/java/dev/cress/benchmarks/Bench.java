package dev.cress.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Runs benchmarks by name, one JSON object a line: the program behind {@code bin/bench}. */
public final class Bench {

  /** All benchmarks by name, in the order of the help. */
  static final Map<String, Supplier<Benchmark>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("routing", Routing::new);
    ALL.put("redis-sync", RedisSync::new);
    ALL.put("redis-async", RedisAsync::new);
    ALL.put("redis-mget", RedisMget::new);
    ALL.put("redis-pipeline", RedisPipeline::new);
    ALL.put("redis-faults", RedisFaults::new);
    ALL.put("redis-near", RedisNear::new);
    ALL.put("drain", Drain::new);
    ALL.put("selectors", SelectorLookUps::new);
    ALL.put("memcached-sync", MemcachedSync::new);
    ALL.put("memcached-async", MemcachedAsync::new);
    ALL.put("memcached-bulk", MemcachedBulk::new);
  }

  /* Before spymemcached has logged anything, for then it is too late. */
  static {
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
  }

  private static final int WRONG_USE = 2;

  private static final String HELP =
      """
      bin/bench NAME… [--quick]

      Prints one JSON object a line for each benchmark. Names:
        routing      ns and bytes that routing adds to a command with one key; against 60 ns; the
                     fields with "hotKeys": when one key in 100 is sampled
        redis-sync   blocking GET/SET from 1 and from 16 threads, against plain Lettuce, one node;
                     the fields without a number of threads are the worse of the two
        redis-async  asynchronous GET/SET on 3 nodes, against 3 plain connections and a modulo
        redis-mget   MGET of 20 keys on 3 nodes, against a split by hand over 3 plain connections
        redis-pipeline  100 GET/SET collected and flushed together on 3 nodes, against the same over
                     3 plain connections
        redis-faults GET/SET from 16 threads on 5 nodes of which one is frozen: the other nodes'
                     commands, against the same commands while all five are well
        redis-near   reads of a near cache on one node, 1 write in 100, against plain Lettuce
        drain        keys moved in a second between idle servers; against 50,000
        selectors    ns of one look-up, for all selectors on 3 to 1,000 nodes, and for spymemcached,
                     EVCache and Guava; the ratio is spymemcached's ketama to ours on 10 nodes
        memcached-sync   blocking get/set from 1 and from 16 threads, against spymemcached with its
                     ketama ring on 3 nodes; the fields without a number of threads are the worse
        memcached-async  asynchronous get/set, 512 under way from one thread, against the same
        memcached-bulk   getBulk of 100 keys from 4 threads, against the same

      Cress and its rival take turns in one JVM. "ratio" is the median of the pairs' ratios, "low"
      and "high" are their quartiles, "cpuRatio" is the rival's CPU time per operation over that of
      Cress, "p99Ratio" the rival's 99th percentile of latency over that of Cress: above 1, Cress
      is better. redis-sync, redis-async and redis-pipeline compare with further rivals in the same
      rounds, on 1, 3 and 10 nodes: "lettuce3Ratio" and "lettuce3CpuRatio" are "ratio" and
      "cpuRatio" against plain Lettuce on 3 nodes, "consolidated" is the same with Netty's
      FlushConsolidationHandler, "jedis" JedisPooled, which redis-async lacks: its calls block.
      Several nodes of a rival are found by a modulo. The memcached benchmarks compare with further
      rivals in the same rounds, and on one node: "folsom3Ratio" and "folsom3CpuRatio" are "ratio"
      and "cpuRatio" against folsom on 3 nodes, "spymemcached1Ratio" that against spymemcached on 1,
      and so on with "xmemcached", which has no asynchronous operations. spymemcached logs to SLF4J
      there, as Cress makes it do: its own logger makes a stack trace for each reply.

      --quick measures for a shorter time and drains 100,000 keys in place of 1,000,000.
      """;

  private Bench() {}

  /**
   * Runs the benchmarks that the arguments name. Exits with 2 when the arguments are wrong.
   *
   * @param args names and options
   * @throws Exception if a benchmark fails
   */
  public static void main(String[] args) throws Exception {
    List<String> names = new ArrayList<>();
    Size size = Size.FULL;
    for (String arg : args) {
      if (arg.equals("--help")) {
        System.out.print(HELP);
        return;
      } else if (arg.equals("--quick")) {
        size = Size.QUICK;
      } else if (ALL.containsKey(arg)) {
        names.add(arg);
      } else {
        refuse("there is no benchmark or option " + arg);
      }
    }
    if (names.isEmpty()) {
      refuse("no benchmark is named");
    }
    for (String name : names) {
      System.err.println("cress: measuring " + name);
      System.out.println(run(name, size).toJson());
    }
    System.exit(0);
  }

  /** Runs one benchmark that there is. */
  static Result run(String name, Size size) throws Exception {
    return Objects.requireNonNull(ALL.get(name), name).get().run(size);
  }

  private static void refuse(String what) {
    System.err.println(
        "cress: "
            + what
            + "; the names are "
            + String.join(", ", ALL.keySet())
            + ", the options --quick and --help.");
    System.exit(WRONG_USE);
  }
}
