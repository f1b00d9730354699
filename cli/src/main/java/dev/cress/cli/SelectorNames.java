package dev.cress.cli;

import dev.cress.selector.Preset;
import dev.cress.selector.Presets;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Finds a selector by its name. After a colon follows a number for those that take one, {@code
 * ring:160}, or for a preset the order of the nodes in the client's configuration, {@code
 * jedis-sharding-murmur:b,a,c}. After semicolons follow the options of a preset, {@code
 * dalli-ring;namespace=app1}.
 */
final class SelectorNames {

  private static final Map<String, Supplier<Selector>> BY_NAME = new LinkedHashMap<>();
  private static final Map<String, IntFunction<Selector>> BY_NUMBER = new LinkedHashMap<>();

  static {
    BY_NAME.put("rendezvous", Selectors::rendezvous);
    BY_NAME.put("rendezvous-table", Selectors::rendezvousTable);
    BY_NAME.put("ring", Selectors::ring);
    BY_NAME.put("maglev", Selectors::maglev);
    BY_NAME.put("jump", Selectors::jump);
    BY_NAME.put("jump-back", Selectors::jumpBack);
    BY_NAME.put("modulo", Selectors::modulo);
    BY_NUMBER.put("rendezvous-table", Selectors::rendezvousTable);
    BY_NUMBER.put("ring", Selectors::ring);
    BY_NUMBER.put("maglev", Selectors::maglev);
  }

  private SelectorNames() {}

  /**
   * Reads a selector.
   *
   * @throws IllegalArgumentException if there is none like that; the message names what there is
   */
  static NamedSelector parse(String text) {
    String[] parts = text.split(";", -1);
    int colon = parts[0].indexOf(':');
    String name = colon < 0 ? parts[0] : parts[0].substring(0, colon);
    String setting = colon < 0 ? null : parts[0].substring(colon + 1);
    Map<String, String> options = options(name, parts);
    if (isPreset(name)) {
      return preset(name, setting == null ? List.of() : order(name, setting), options);
    } else if (!options.isEmpty()) {
      find(name); // which refuses a name that there is not
      throw new IllegalArgumentException(
          "only presets have options but '%s' was given '%s'"
              .formatted(name, String.join(", ", options.keySet())));
    }
    return NamedSelector.of(setting == null ? find(name) : find(name, setting));
  }

  private static Map<String, String> options(String name, String[] parts) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "options follow %s as ;name=value but were '%s'".formatted(name, part));
      }
      String option = part.substring(0, equals).strip();
      if (options.put(option, part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("the option '%s' was given twice".formatted(option));
      }
    }
    return options;
  }

  /** Returns a preset with its options, for nodes in an order if it is not empty. */
  static NamedSelector preset(String name, List<String> order, Map<String, String> options) {
    Preset preset = Selectors.preset(name, options);
    return order.isEmpty()
        ? NamedSelector.of(preset)
        : new NamedSelector(preset.order(order), order);
  }

  /** Returns the name if it is that of a preset. */
  static String checkPreset(String name) {
    if (!isPreset(name)) {
      find(name);
      throw new IllegalArgumentException(
          "there is no preset '%s'; the selector of that name is written selector: %s"
              .formatted(name, name));
    }
    return name;
  }

  private static Selector find(String name) {
    Supplier<Selector> own = BY_NAME.get(name);
    if (own != null) {
      return own.get();
    } else if (hasKin(name)) {
      return Selectors.preset(name); // which tells of presets that begin like this one
    }
    throw new IllegalArgumentException(
        "there is no selector '%s'; the names are %s and those of presets such as %s"
            .formatted(name, String.join(", ", BY_NAME.keySet()), "jedis-sharding-murmur"));
  }

  private static boolean isPreset(String name) {
    return Presets.names().contains(name) || Presets.unsafeNames().contains(name);
  }

  private static boolean hasKin(String name) {
    String word = name.replaceFirst("-.*", "") + "-";
    return Presets.names().stream().anyMatch(preset -> preset.startsWith(word));
  }

  private static Selector find(String name, String setting) {
    IntFunction<Selector> own = BY_NUMBER.get(name);
    if (own == null || !setting.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "a number may follow %s, and the order of nodes a preset, but was '%s:%s'"
              .formatted(String.join(", ", BY_NUMBER.keySet()), name, setting));
    }
    return own.apply(Integer.parseInt(setting));
  }

  private static List<String> order(String name, String setting) {
    List<String> order = Arrays.stream(setting.split(",", -1)).map(String::strip).toList();
    if (order.contains("")) {
      throw new IllegalArgumentException(
          "the names of nodes follow %s:, such as b,a,c, but was '%s'".formatted(name, setting));
    }
    return order;
  }

  /** Returns all own selectors with their default settings. */
  static List<Selector> own() {
    return BY_NAME.values().stream().map(Supplier::get).toList();
  }
}
