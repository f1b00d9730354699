package dev.cress.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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

    assertThat(HashTag.from(range)).isEqualTo(2);
    assertThat(HashTag.to(range)).isEqualTo(4);
  }

  private static String hashedPart(HashTag hashTag, String before, String key, String after) {
    byte[] bytes = (before + key + after).getBytes(StandardCharsets.UTF_8);
    int from = before.getBytes(StandardCharsets.UTF_8).length;
    int to = bytes.length - after.getBytes(StandardCharsets.UTF_8).length;

    long range = hashTag.range(bytes, from, to);

    int length = HashTag.to(range) - HashTag.from(range);
    return new String(bytes, HashTag.from(range), length, StandardCharsets.UTF_8);
  }
}
