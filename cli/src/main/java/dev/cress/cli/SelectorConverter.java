package dev.cress.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a selector as {@link SelectorNames} writes it. */
final class SelectorConverter implements ITypeConverter<NamedSelector> {

  /** Created by the command line. */
  SelectorConverter() {}

  @Override
  public NamedSelector convert(String text) {
    try {
      return SelectorNames.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
