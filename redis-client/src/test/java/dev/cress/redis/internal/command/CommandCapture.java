package dev.cress.redis.internal.command;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes a server's own description of its commands, the reply of {@code COMMAND}, as text: one
 * line for each command and subcommand, sorted by name.
 *
 * <p>Run {@code main} with host, port and file to renew {@code src/commands/redis-7.0.tsv}.
 */
final class CommandCapture {

  // Positions in the reply's entry of one command.
  private static final int NAME = 0;
  private static final int ARITY = 1;
  private static final int FLAGS = 2;
  private static final int KEY_SPECS = 8;
  private static final int SUBCOMMANDS = 9;

  private CommandCapture() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[2]), capture(args[0], Integer.parseInt(args[1])));
  }

  static String capture(String host, int port) {
    RedisClient client = RedisClient.create(RedisURI.create(host, port));
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      String version =
          connection
              .sync()
              .info("server")
              .lines()
              .filter(line -> line.startsWith("redis_version:"))
              .collect(Collectors.joining());
      TreeMap<String, String> lines = new TreeMap<>();
      connection.sync().command().forEach(entry -> add(lines, list(entry)));
      return "# The reply of COMMAND of a server with "
          + version
          + ", written by CommandCapture.\n"
          + "# name, arity, flags, key specs; a key spec has its flags in brackets\n"
          + String.join("\n", lines.values())
          + "\n";
    } finally {
      client.shutdown();
    }
  }

  private static void add(Map<String, String> lines, List<Object> entry) {
    String name = text(entry.get(NAME)).toUpperCase(Locale.ROOT);
    List<String> keySpecs =
        list(entry.get(KEY_SPECS)).stream().map(CommandCapture::keySpec).toList();
    lines.put(
        name,
        String.join(
            "\t",
            name,
            text(entry.get(ARITY)),
            words(entry.get(FLAGS)),
            String.join("; ", keySpecs)));
    list(entry.get(SUBCOMMANDS)).forEach(subcommand -> add(lines, list(subcommand)));
  }

  private static String keySpec(Object reply) {
    Map<String, Object> spec = map(reply);
    return "["
        + words(spec.getOrDefault("flags", List.of()))
        + "] "
        + search(spec.getOrDefault("begin_search", List.of()), "index", "keyword", "startfrom")
        + " "
        + search(
            spec.getOrDefault("find_keys", List.of()),
            "lastkey",
            "keynumidx",
            "firstkey",
            "keystep",
            "limit");
  }

  private static String search(Object reply, String... fields) {
    Map<String, Object> search = map(reply);
    Map<String, Object> spec = map(search.getOrDefault("spec", List.of()));
    List<String> words = new ArrayList<>(List.of(text(search.getOrDefault("type", "unknown"))));
    for (String field : fields) {
      if (spec.containsKey(field)) {
        words.add(text(spec.getOrDefault(field, "")));
      }
    }
    return String.join(" ", words);
  }

  private static String words(Object reply) {
    return list(reply).stream().map(CommandCapture::text).sorted().collect(Collectors.joining(","));
  }

  /** Reads a map that arrives as a list of keys and values. */
  private static Map<String, Object> map(Object reply) {
    List<Object> list = list(reply);
    Map<String, Object> map = new TreeMap<>();
    for (int i = 0; i < list.size(); i += 2) {
      map.put(text(list.get(i)), list.get(i + 1));
    }
    return map;
  }

  private static String text(Object reply) {
    return String.valueOf(reply);
  }

  private static List<Object> list(Object reply) {
    return List.copyOf((List<?>) reply);
  }
}
