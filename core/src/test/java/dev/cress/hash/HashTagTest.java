package dev.cress.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HashTagTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "{user}:a,user",
        "a{user},user",
        "{}a,{}a",
        "{}a}b,{}a}b",
        "a{}{b},a{}{b}",
        "{{a}},{a",
        "{a,{a",
        "a}{b},b",
        "\0{a}x,a",
        "{a}{b},a",
        " {a},a",
        "a{b\0c}d,b\0c",
        "a},a}",
        "{},{}",
        "{,{",
        "plain,plain",
        "{ü}x,ü",
        "\"\",\"\"",
      })
  void redisHashesTheTextInTheFirstBraces(String key, String hashed) {
    assertThat(hashedPart(HashTag.REDIS, "", key, "")).isEqualTo(hashed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{user}:a", "{}a", "plain", ""})
  void noneHashesTheWholeKey(String key) {
    assertThat(hashedPart(HashTag.NONE, "", key, "")).isEqualTo(key);
    assertThat(hashedPart(HashTag.NONE, "{x}", key, "}")).isEqualTo(key);
  }

  @Test
  void bracesOutsideTheKeyDoNotCount() {
    assertThat(hashedPart(HashTag.REDIS, "{", "a}b", "")).isEqualTo("a}b");
    assertThat(hashedPart(HashTag.REDIS, "", "a{b", "}")).isEqualTo("a{b");
    assertThat(hashedPart(HashTag.REDIS, "{x}", "a{b}c", "{y}")).isEqualTo("b");
  }

  @Test
  void bytesAboveAsciiAreNoBraces() {
    byte[] key = {(byte) 0xfb, '{', (byte) 0xff, (byte) 0xfd, '}', (byte) 0x80};

    long range = HashTag.REDIS.range(key, 0, key.length);

    assertThat(KeyTag.from(range)).isEqualTo(2);
    assertThat(KeyTag.to(range)).isEqualTo(4);
  }

  @Test
  void agreesWithAPlainScanOnRandomKeys() {
    long seed = 20_261_130;
    SplittableRandom random = new SplittableRandom(seed);
    byte[] alphabet = {'{', '}', 'a', '{' - 1, '{' + 1, (byte) ('{' + 128), 0, -1};
    for (int round = 0; round < 200_000; round++) {
      byte[] bytes = new byte[random.nextInt(40)];
      int letters = random.nextInt(2, alphabet.length + 1);
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = alphabet[alphabet.length - 1 - random.nextInt(letters)];
        if (random.nextInt(20) == 0) {
          bytes[i] = alphabet[random.nextInt(2)];
        }
      }
      int from = random.nextInt(bytes.length + 1);
      int to = random.nextInt(from, bytes.length + 1);

      long range = HashTag.REDIS.range(bytes, from, to);

      String key = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
      int open = key.indexOf('{');
      int close = open < 0 ? -1 : key.indexOf('}', open);
      boolean tagged = close > open + 1;
      if (KeyTag.from(range) != from + (tagged ? open + 1 : 0)
          || KeyTag.to(range) != (tagged ? from + close : to)) {
        fail(
            "wrong part of %s in round %d with seed %d",
            HexFormat.of().formatHex(bytes), round, seed);
      }
    }
  }

  @Test
  void refusesARangeOutsideOfTheArray() {
    for (HashTag hashTag : HashTag.values()) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> hashTag.range(new byte[4], -1, 2));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> hashTag.range(new byte[4], 2, 5));
    }
  }

  private static String hashedPart(HashTag hashTag, String before, String key, String after) {
    byte[] bytes = (before + key + after).getBytes(StandardCharsets.UTF_8);
    int from = before.getBytes(StandardCharsets.UTF_8).length;
    int to = bytes.length - after.getBytes(StandardCharsets.UTF_8).length;

    long range = hashTag.range(bytes, from, to);

    int length = KeyTag.to(range) - KeyTag.from(range);
    return new String(bytes, KeyTag.from(range), length, StandardCharsets.UTF_8);
  }
}
