package dev.cress.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** A million keys: so many that no branch predictor learns their owners. */
final class SelectorKeys {

  /** A power of two. */
  static final int COUNT = 1 << 20;

  private SelectorKeys() {}

  static byte[][] bytes() {
    byte[][] keys = new byte[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      keys[i] = text(i).getBytes(StandardCharsets.UTF_8);
    }
    return keys;
  }

  /** The keys as clients with an API of strings get them. */
  static IntFunction<String> texts() {
    String[] keys = new String[COUNT];
    for (int i = 0; i < COUNT; i++) {
      keys[i] = text(i);
    }
    return i -> keys[i];
  }

  private static String text(int number) {
    return "user:" + (1_000_000 + number) + ":profile";
  }
}
