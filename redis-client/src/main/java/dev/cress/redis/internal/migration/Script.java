package dev.cress.redis.internal.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A Lua script and the digest that servers know it by. Immutable.
 *
 * @param name its name, as in the file that it was read from
 * @param text its source
 * @param digest SHA-1 of the source, in hex
 */
public record Script(String name, String text, String digest) {

  private static final String FOLDER = "/dev/cress/redis/scripts/";

  /**
   * A script with its digest.
   *
   * @param name its name
   * @param text its source
   */
  public Script(String name, String text) {
    this(name, text, sha1(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Reads a script that is made of one or several files. */
  static Script load(String name, String... files) {
    StringBuilder text = new StringBuilder();
    for (String file : files) {
      text.append(read(file));
    }
    return new Script(name, text.toString());
  }

  /**
   * The same script for many keys in one call: it runs for one key after the other and keeps the
   * meaning that it has for each. See {@code many.lua}; {@link ManyKeys} calls it.
   */
  Script forMany() {
    return new Script(name, "local function one(KEYS, ARGV)\n" + text + "\n" + read("many"));
  }

  private static String read(String file) {
    String path = FOLDER + file + ".lua";
    try (InputStream in = Script.class.getResourceAsStream(path)) {
      return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  /**
   * The digest that servers know a script by.
   *
   * @param text its source
   * @return the SHA-1 in hex, lower case
   */
  public static String sha1(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
