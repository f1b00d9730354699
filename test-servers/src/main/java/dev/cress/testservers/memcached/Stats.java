package dev.cress.testservers.memcached;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;

/** The few numbers that the server tells about itself. Not thread-safe. */
final class Stats {

  /** What is counted, until {@code stats reset}. */
  enum Counter {
    CMD_GET,
    CMD_SET,
    CMD_FLUSH,
    CMD_TOUCH,
    GET_HITS,
    GET_MISSES
  }

  private final Store store;
  private final Crawler crawler;
  private final String version;
  private final IntSupplier connections;
  private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);

  Stats(Store store, Crawler crawler, String version, IntSupplier connections) {
    this.store = store;
    this.crawler = crawler;
    this.version = version;
    this.connections = connections;
  }

  void count(Counter counter) {
    counters.merge(counter, 1L, Long::sum);
  }

  void countGet(boolean hit) {
    count(Counter.CMD_GET);
    count(hit ? Counter.GET_HITS : Counter.GET_MISSES);
  }

  Step run(Request request) {
    return switch (request.size() == 1 ? "" : request.word(1)) {
      case "" -> tell(general());
      case "settings" -> tell(settings());
      case "reset" -> reset();
      default -> Step.ERROR;
    };
  }

  private Step reset() {
    counters.clear();
    return Step.line("RESET");
  }

  private Map<String, Object> general() {
    Map<String, Object> stats = new LinkedHashMap<>();
    stats.put("pid", ProcessHandle.current().pid());
    stats.put("uptime", store.clock().uptime());
    stats.put("time", store.clock().epochSeconds());
    stats.put("version", version);
    stats.put("curr_connections", connections.getAsInt());
    for (Counter counter : Counter.values()) {
      stats.put(counter.name().toLowerCase(Locale.ROOT), counters.getOrDefault(counter, 0L));
    }
    stats.put("curr_items", store.size());
    stats.put("total_items", store.totalItems());
    stats.put("evictions", 0);
    return stats;
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("cas_enabled", "yes");
    settings.put("item_size_max", store.itemSizeMax());
    settings.put("lru_crawler", crawler.enabled() ? "yes" : "no");
    settings.put("flush_enabled", "yes");
    return settings;
  }

  private static Step tell(Map<String, Object> stats) {
    Reply reply = new Reply();
    stats.forEach((name, value) -> reply.line("STAT " + name + " " + value));
    return reply.line("END").step();
  }
}
