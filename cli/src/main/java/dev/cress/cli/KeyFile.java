package dev.cress.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys, one a line, as bytes; empty lines are skipped. Holds one key at a time, so that a file may
 * be larger than memory.
 */
final class KeyFile {

  private final String name;
  private @Nullable Path copy;

  /**
   * Names a file, which need not exist.
   *
   * @param name a file, or {@code -} for the standard input
   */
  KeyFile(String name) {
    this.name = name;
  }

  /** Takes a key and the number of its line, from 1. */
  @FunctionalInterface
  interface Action {
    void accept(long line, byte[] key);
  }

  /**
   * Reads all keys.
   *
   * @throws CliException if it cannot be read or has no key
   */
  void forEach(Action action) {
    try (InputStream in = new BufferedInputStream(open())) {
      if (!read(in, action)) {
        throw new CliException(this + " has no key; write one key a line", null);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Makes it possible to read the keys more than once: the standard input and pipes are copied to a
   * file, which goes when the program ends.
   *
   * @throws CliException if they cannot be copied
   */
  void copyIfPiped() {
    if (!name.equals("-") && (!Files.exists(Path.of(name)) || Files.isRegularFile(Path.of(name)))) {
      return;
    }
    try (InputStream in = open()) {
      Path file = Files.createTempFile("cress-keys-", "");
      file.toFile().deleteOnExit();
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      copy = file;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private InputStream open() throws IOException {
    if (copy != null) {
      return Files.newInputStream(copy);
    }
    return name.equals("-") ? System.in : Files.newInputStream(Path.of(name));
  }

  private CliException unreadable(IOException e) {
    return e instanceof NoSuchFileException
        ? new CliException("there is no file '" + name + "'; --keys needs one key a line", e)
        : new CliException(this + " cannot be read: " + Text.reason(e), e);
  }

  /** Returns how messages call it. */
  @Override
  public String toString() {
    return name.equals("-") ? "the standard input" : "the file '" + name + "'";
  }

  private static boolean read(InputStream in, Action action) throws IOException {
    boolean any = false;
    long number = 1;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next;
    do {
      next = in.read();
      if (next >= 0 && next != '\n') {
        line.write(next);
      } else {
        any |= accept(number, line.toByteArray(), action);
        line.reset();
        number++;
      }
    } while (next >= 0);
    return any;
  }

  /** Takes a line without its carriage return. */
  private static boolean accept(long number, byte[] line, Action action) {
    int length = line.length;
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    if (length > 0) {
      action.accept(number, length == line.length ? line : Arrays.copyOf(line, length));
    }
    return length > 0;
  }
}
