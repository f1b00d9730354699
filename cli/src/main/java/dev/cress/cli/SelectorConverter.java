package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Presets;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Finds a selector by its name. After a colon follows a number for those that take one, {@code
 * ring:160}, or for a preset the order of the nodes in the client's configuration, {@code
 * jedis-sharding-murmur:b,a,c}.
 */
final class SelectorConverter implements ITypeConverter<SelectorConverter.Choice> {

  /**
   * A selector that was named.
   *
   * @param order the names after the colon; empty if none were given
   */
  record Choice(Selector selector, List<String> order) {

    static Choice of(Selector selector) {
      return new Choice(selector, List.of());
    }

    /** Returns the selector, if each name in its order is in one of these node sets. */
    Selector among(NodeSet... sets) {
      for (String name : order) {
        if (Arrays.stream(sets).noneMatch(nodes -> nodes.find(name).isPresent())) {
          throw new IllegalArgumentException(
              "the order of --selector names the node '%s' but the nodes are %s"
                  .formatted(name, names(sets)));
        }
      }
      return selector;
    }

    private static List<String> names(NodeSet... sets) {
      return Arrays.stream(sets)
          .flatMap(nodes -> nodes.nodes().stream())
          .map(Node::name)
          .distinct()
          .toList();
    }
  }

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

  /** Created by the command line. */
  SelectorConverter() {}

  @Override
  public Choice convert(String text) {
    int colon = text.indexOf(':');
    try {
      return colon < 0
          ? Choice.of(find(text))
          : find(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static Selector find(String name) {
    Supplier<Selector> own = BY_NAME.get(name);
    if (own != null) {
      return own.get();
    } else if (isPreset(name) || hasKin(name)) {
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

  private static Choice find(String name, String setting) {
    if (isPreset(name)) {
      List<String> order = order(name, setting);
      return new Choice(Selectors.preset(name).order(order), order);
    }
    IntFunction<Selector> own = BY_NUMBER.get(name);
    if (own == null || !setting.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "a number may follow %s, and the order of nodes a preset, but was '%s:%s'"
              .formatted(String.join(", ", BY_NUMBER.keySet()), name, setting));
    }
    return Choice.of(own.apply(Integer.parseInt(setting)));
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
