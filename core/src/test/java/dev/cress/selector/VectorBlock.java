package dev.cress.selector;

import dev.cress.node.Node;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One block of a file of vectors: where a client with these nodes and options keeps these keys.
 *
 * @param file the file's name
 * @param line the number of its first line, from 1
 * @param preset the name of the preset
 * @param nodes as the client's configuration has them, in its order
 * @param options the client's options
 * @param rows each a key in hexadecimal, a tab, and the node that keeps it
 */
record VectorBlock(
    String file,
    int line,
    String preset,
    List<Map<String, Object>> nodes,
    Map<String, Object> options,
    List<String> rows) {

  static List<VectorBlock> of(String file) {
    List<VectorBlock> blocks = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      if (line.startsWith("@config")) {
        blocks.add(parse(file, number, line.split("\t", -1)));
      } else {
        blocks.get(blocks.size() - 1).rows().add(line);
      }
    }
    return blocks;
  }

  static List<String> lines(String file) {
    try (InputStream in = VectorBlock.class.getResourceAsStream("vectors/" + file)) {
      byte[] bytes = Objects.requireNonNull(in, file).readAllBytes();
      return List.of(new String(bytes, StandardCharsets.UTF_8).split("\n"));
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  @SuppressWarnings("unchecked")
  private static VectorBlock parse(String file, int line, String[] head) {
    Map<String, Object> json = Json.object(head[3]);
    return new VectorBlock(
        file,
        line,
        head[1],
        (List<Map<String, Object>>) json.getOrDefault("nodes", List.of()),
        (Map<String, Object>) json.getOrDefault("options", Map.of()),
        new ArrayList<>());
  }

  Object option(String name) {
    return options.getOrDefault(name, Json.NULL);
  }

  /** What the rows call a node: its name if it has one, else host:port. */
  static String label(Map<String, Object> node) {
    return node.containsKey("name")
        ? (String) node.get("name")
        : node.get("host") + ":" + node.get("port");
  }

  /** Returns a Cress node of this name with the client's weight. */
  static Node node(String name, String host, int port, Map<String, Object> node) {
    int weight = (int) node.getOrDefault("weight", 1);
    return Node.builder(name).address(host, port).weight(weight).build();
  }

  @Override
  public String toString() {
    return file + ":" + line + " " + preset;
  }
}
