package dev.cress.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A value in a YAML file, with the line it is in. Only the tree of the document is read: no object
 * is ever made from a tag.
 */
record YamlValue(Path file, Node node) {

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  static YamlValue read(Path file) throws IOException {
    try {
      return new Compose(LoadSettings.builder().build())
          .composeString(Files.readString(file))
          .map(node -> new YamlValue(file, node))
          .orElseThrow(() -> new IllegalArgumentException("the file " + file + " is empty"));
    } catch (MarkedYamlEngineException e) {
      throw error(file, e.getProblemMark(), "this is no YAML: " + problem(e));
    } catch (CharacterCodingException e) {
      throw error(file, Optional.empty(), "this is no text in UTF-8");
    } catch (StackOverflowError e) {
      throw error(file, Optional.empty(), "lists and maps are nested too deeply");
    } catch (YamlEngineException e) {
      throw error(file, Optional.empty(), "this is no YAML: " + e.getMessage());
    }
  }

  /** Some problems are only the second half of a sentence. */
  private static String problem(MarkedYamlEngineException e) {
    return e.getProblem().startsWith("but ")
        ? e.getContext() + " " + e.getProblem()
        : e.getProblem();
  }

  /** Returns the values of a map that may only have these keys. */
  Map<String, YamlValue> map(List<String> allowed) {
    if (!(node instanceof MappingNode mapping)) {
      throw error(
          "expected a map with the keys %s%s".formatted(String.join(", ", allowed), found()));
    }
    Map<String, YamlValue> map = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      YamlValue key = new YamlValue(file, entry.getKeyNode());
      if (!allowed.contains(key.text())) {
        throw key.error(
            "unknown key '%s'; the keys are %s".formatted(key.text(), String.join(", ", allowed)));
      }
      if (map.put(key.text(), new YamlValue(file, entry.getValueNode())) != null) {
        throw key.error("the key '%s' was given twice".formatted(key.text()));
      }
    }
    return map;
  }

  /** Returns the value of a key, whatever other keys there are; null if this is no map with it. */
  @Nullable YamlValue get(String key) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple entry : mapping.getValue()) {
        if (entry.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key)) {
          return new YamlValue(file, entry.getValueNode());
        }
      }
    }
    return null;
  }

  List<YamlValue> list() {
    if (!(node instanceof SequenceNode sequence)) {
      throw error("expected a list" + found());
    }
    return sequence.getValue().stream().map(value -> new YamlValue(file, value)).toList();
  }

  String text() {
    if (!(node instanceof ScalarNode scalar) || isNull(scalar)) {
      throw error("expected a text or a number" + found());
    }
    return scalar.getValue();
  }

  boolean isText() {
    return node instanceof ScalarNode scalar && !isNull(scalar);
  }

  /** Returns what stands here, where it is short enough to be told. */
  private String found() {
    if (!(node instanceof ScalarNode scalar)) {
      return "";
    }
    return " but was " + (scalar.getValue().isEmpty() ? "nothing" : "'" + scalar.getValue() + "'");
  }

  /** YAML 1.2 writes no value in these ways, or as nothing; in quotes they are texts. */
  private static boolean isNull(ScalarNode scalar) {
    return scalar.isPlain() && NULLS.contains(scalar.getValue());
  }

  /**
   * Returns what the text of this value stands for; what is wrong with it is told with its line.
   */
  <T> T read(Function<String, T> reader) {
    String text = text();
    return refusing(() -> reader.apply(text));
  }

  /** Returns what the action returns; what it refuses is told with the line of this value. */
  <T> T refusing(Supplier<T> action) {
    try {
      return action.get();
    } catch (IllegalArgumentException e) {
      throw error(Objects.requireNonNullElse(e.getMessage(), "refused"));
    }
  }

  /** Returns an error that names the file and the line of this value. */
  IllegalArgumentException error(String problem) {
    return error(file, node.getStartMark(), problem);
  }

  private static IllegalArgumentException error(Path file, Optional<Mark> mark, String problem) {
    String line = mark.map(m -> ", line " + (m.getLine() + 1)).orElse("");
    return new IllegalArgumentException(file + line + ": " + problem);
  }
}
