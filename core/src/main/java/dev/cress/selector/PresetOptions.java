package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.hash.KeyTags;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Options of clients that have too many values for a name each, under the client's own words. */
final class PresetOptions {

  private static final String UNSAFE = "unsafe";
  private static final String PARTIAL_KEY = "hash.on.partial.key";
  private static final String RUBY_TAG_ANYWHERE = "\\{(.+?)\\}";

  /* In the order in which they are applied. */
  private static final Map<String, Option> ALL = new LinkedHashMap<>();

  static {
    add(UNSAFE, PresetNames.unsafeNames()::contains, PresetOptions::unsafe);
    add("hash_tag", name -> name.startsWith("twemproxy-"), PresetOptions::hashTag);
    add("db", "redis-rb4-distributed"::equals, PresetOptions::database);
    add("tag", name -> name.startsWith("redis-rb"), PresetOptions::rubyTag);
    add("namespace", "dalli-ring"::equals, PresetOptions::namespace);
    add("vnodes", "folsom-continuum"::equals, PresetOptions::vnodes);
    add("bucket.size", "evcache-ketama"::equals, PresetOptions::bucketSize);
    add(PARTIAL_KEY, "evcache-ketama"::equals, PresetOptions::partialKey);
    add("hash.delimiter", "evcache-ketama"::equals, PresetOptions::delimiter);
  }

  private PresetOptions() {}

  /**
   * One option.
   *
   * @param isOf whether the preset of a name has it
   * @param set applies a value to the preset, and refuses a bad one
   */
  private record Option(Predicate<String> isOf, BiFunction<Preset, String, Preset> set) {}

  private static void add(
      String option, Predicate<String> isOf, BiFunction<Preset, String, Preset> set) {
    ALL.put(option, new Option(isOf, set));
  }

  static Set<String> of(String preset) {
    Set<String> names = new TreeSet<>(ALL.keySet());
    names.removeIf(option -> !has(preset, option));
    return names;
  }

  private static boolean has(String preset, String option) {
    Option known = ALL.get(option);
    return known != null && known.isOf().test(preset);
  }

  static Preset preset(String name, Map<String, String> values) {
    boolean unsafe = values.containsKey(UNSAFE) && has(name, UNSAFE);
    Preset preset = unsafe ? PresetNames.findUnsafe(name) : PresetNames.find(name);
    values.keySet().forEach(option -> check(name, option));
    for (Map.Entry<String, Option> option : ALL.entrySet()) {
      String value = values.get(option.getKey());
      if (value != null) {
        preset = set(preset, option, value);
      }
    }
    return preset;
  }

  private static void check(String preset, String option) {
    if (!has(preset, option)) {
      Set<String> own = of(preset);
      throw new IllegalArgumentException(
          "option of %s must be %s but was %s"
              .formatted(preset, own.isEmpty() ? "none" : "one of " + own, option));
    }
  }

  private static Preset set(Preset preset, Map.Entry<String, Option> option, String value) {
    try {
      return option.getValue().set().apply(preset, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "option %s of %s: %s".formatted(option.getKey(), preset.name, e.getMessage()), e);
    }
  }

  private static Preset unsafe(Preset preset, String value) {
    must(value.equals("true"), "must be true", value);
    return preset;
  }

  private static Preset hashTag(Preset preset, String value) {
    must(value.length() == 2, "must be two ASCII characters", value);
    return preset.tagged(KeyTags.between(value.charAt(0), value.charAt(1)));
  }

  private static Preset database(Preset preset, String value) {
    int database = number(value);
    return ring(preset, ring -> ring.identity(RedisClients.redisRb4Identity(database)));
  }

  private static Preset rubyTag(Preset preset, String value) {
    must(value.equals(RUBY_TAG_ANYWHERE), "must be " + RUBY_TAG_ANYWHERE, value);
    return preset.tagged(KeyTags.redisRbAnywhere());
  }

  private static Preset namespace(Preset preset, String value) {
    must(!value.isEmpty(), "must not be empty", value);
    return ring(preset, ring -> ring.keyHash(KeyHashes.dalli(value)));
  }

  private static Preset vnodes(Preset preset, String value) {
    int points = number(value);
    return ring(preset, ring -> ring.pointCount(PointCounts.always(points)));
  }

  private static Preset bucketSize(Preset preset, String value) {
    int bucketSize = number(value);
    return ring(preset, ring -> ring.pointCount(MemcachedClients.evcachePoints(bucketSize)));
  }

  private static Preset partialKey(Preset preset, String value) {
    must(value.equals("true") || value.equals("false"), "must be true or false", value);
    return value.equals("true") ? preset.tagged(KeyTags.before(":")) : preset;
  }

  private static Preset delimiter(Preset preset, String value) {
    if (preset.keyTag.equals(HashTag.NONE)) {
      throw new IllegalArgumentException("has no effect without " + PARTIAL_KEY + "=true");
    }
    return preset.tagged(KeyTags.before(value));
  }

  private static Preset ring(Preset preset, UnaryOperator<RingPreset.Builder> setting) {
    return setting.apply(((RingPreset) preset).toBuilder()).build();
  }

  private static int number(String value) {
    must(value.matches("[0-9]{1,9}"), "must be a whole number below 10^9", value);
    return Integer.parseInt(value);
  }

  private static void must(boolean fulfilled, String rule, String value) {
    if (!fulfilled) {
      throw new IllegalArgumentException(rule + " but was '" + value + "'");
    }
  }
}
