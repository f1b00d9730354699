package dev.cress.cli;

import dev.cress.selector.Presets;
import dev.cress.selector.Selectors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a selector from YAML: text as for {@code --selector}, or a map with {@code preset}, {@code
 * order} and the options of that preset. Every error names file, line and value.
 */
final class SelectorFile {

  private static final String PRESET = "preset";
  private static final String ORDER = "order";

  private SelectorFile() {}

  static NamedSelector read(YamlValue value) {
    if (value.isText()) {
      return value.read(SelectorNames::parse);
    }
    YamlValue preset = value.get(PRESET);
    if (preset == null) {
      value.map(List.of(PRESET, ORDER));
      throw value.error("the key '%s' is missing".formatted(PRESET));
    }
    String name = preset.read(SelectorNames::checkPreset);
    List<String> keys = new ArrayList<>(List.of(PRESET, ORDER));
    keys.addAll(Presets.options(name));
    Map<String, YamlValue> options = new LinkedHashMap<>(value.map(keys));
    options.remove(PRESET);
    YamlValue order = options.remove(ORDER);
    Map<String, String> texts = texts(name, options, preset);
    if (order == null) {
      return SelectorNames.preset(name, List.of(), texts);
    }
    List<String> names = order.list().stream().map(YamlValue::text).toList();
    return order.refusing(() -> SelectorNames.preset(name, names, texts));
  }

  /** Returns the options as texts, if together they are what the preset takes. */
  private static Map<String, String> texts(
      String name, Map<String, YamlValue> options, YamlValue preset) {
    Map<String, String> texts = new LinkedHashMap<>();
    options.forEach((option, value) -> texts.put(option, value.text()));
    YamlValue culprit = preset;
    for (String option : options.keySet()) {
      Map<String, String> others = new LinkedHashMap<>(texts);
      others.remove(option);
      culprit = isTaken(name, others) ? options.getOrDefault(option, preset) : culprit;
    }
    return culprit.refusing(
        () -> {
          Selectors.preset(name, texts);
          return texts;
        });
  }

  private static boolean isTaken(String name, Map<String, String> options) {
    try {
      Selectors.preset(name, options);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
