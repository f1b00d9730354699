package dev.cress.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads keys, one a line, as bytes; empty lines are skipped. */
final class KeyFile {

  private KeyFile() {}

  /**
   * Reads all keys.
   *
   * @param file a file, or {@code -} for the standard input
   * @throws CliException if it cannot be read or has no key
   */
  static void forEach(String file, Consumer<byte[]> action) {
    try (InputStream in =
        new BufferedInputStream(
            file.equals("-") ? System.in : Files.newInputStream(Path.of(file)))) {
      if (!read(in, action)) {
        throw new CliException("the file " + file + " has no key; write one key a line", null);
      }
    } catch (NoSuchFileException e) {
      throw new CliException("there is no file " + file + "; --keys needs one key a line", e);
    } catch (IOException e) {
      throw new CliException("the file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean read(InputStream in, Consumer<byte[]> action) throws IOException {
    boolean any = false;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next;
    do {
      next = in.read();
      if (next >= 0 && next != '\n') {
        line.write(next);
      } else if (line.size() > 0) {
        any |= accept(line.toByteArray(), action);
        line.reset();
      }
    } while (next >= 0);
    return any;
  }

  /** Takes a line without its carriage return. */
  private static boolean accept(byte[] line, Consumer<byte[]> action) {
    int length = line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    if (length > 0) {
      action.accept(Arrays.copyOf(line, length));
    }
    return length > 0;
  }
}
