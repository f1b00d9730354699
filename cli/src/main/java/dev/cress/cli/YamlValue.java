package dev.cress.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  static YamlValue read(Path file) throws IOException {
    try {
      return new Compose(LoadSettings.builder().build())
          .composeString(Files.readString(file))
          .map(node -> new YamlValue(file, node))
          .orElseThrow(() -> new IllegalArgumentException(file + " is empty"));
    } catch (MarkedYamlEngineException e) {
      throw error(file, e.getProblemMark(), "this is no YAML: " + e.getProblem());
    } catch (CharacterCodingException e) {
      throw error(file, Optional.empty(), "this is no text in UTF-8");
    } catch (StackOverflowError e) {
      throw error(file, Optional.empty(), "lists and maps are nested too deeply");
    } catch (YamlEngineException e) {
      throw error(file, Optional.empty(), "this is no YAML: " + e.getMessage());
    }
  }

  /** Returns the values of a map that may only have these keys. */
  Map<String, YamlValue> map(List<String> allowed) {
    if (!(node instanceof MappingNode mapping)) {
      throw error("expected a map with the keys %s".formatted(String.join(", ", allowed)));
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

  List<YamlValue> list() {
    if (!(node instanceof SequenceNode sequence)) {
      throw error("expected a list");
    }
    return sequence.getValue().stream().map(value -> new YamlValue(file, value)).toList();
  }

  String text() {
    if (!(node instanceof ScalarNode scalar)) {
      throw error("expected a text or a number");
    }
    return scalar.getValue();
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
