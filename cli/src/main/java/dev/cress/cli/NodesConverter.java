package dev.cress.cli;

import dev.cress.node.NodeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads nodes from text such as {@code a=h1:1,b=h2:1}, or from a YAML file, which may also name a
 * selector.
 */
final class NodesConverter implements ITypeConverter<NodesAndSelector> {

  /** Created by the command line. */
  NodesConverter() {}

  @Override
  public NodesAndSelector convert(String value) {
    try {
      NodesAndSelector given =
          isFile(value) ? NodesFile.read(Path.of(value)) : new NodesAndSelector(parse(value), null);
      if (given.nodes().isEmpty()) {
        throw new TypeConversionException("there must be at least one node");
      }
      return given;
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    } catch (IOException e) {
      throw new TypeConversionException(
          "the file '" + value + "' cannot be read: " + Text.reason(e));
    }
  }

  private static boolean isFile(String value) {
    try {
      Path path = Path.of(value);
      if (Files.isDirectory(path) && !value.isBlank()) {
        throw new TypeConversionException(
            "'" + value + "' is a directory; nodes are a YAML file or name=host:port,…");
      }
      return !value.isBlank() && Files.exists(path); // a pipe can be read too
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static NodeSet parse(String value) {
    if (!value.isBlank() && value.indexOf('=') < 0) {
      throw new TypeConversionException(
          "there is no file '" + value + "', and nodes are written name=host:port,…");
    }
    return NodeSet.parse(value);
  }
}
