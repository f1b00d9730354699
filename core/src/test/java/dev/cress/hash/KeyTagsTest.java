package dev.cress.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyTagsTest {

  private static final long SEED = 20_261_130;

  @ParameterizedTest
  @CsvSource({"a{b}c,b", "{}a}b,}a", "'{}',{}", "a{}{b},}{b", "{{a}},{a", "a{b,a{b", "{ü}x,ü"})
  void jedisHashesAtLeastOneCharacter(String key, String hashed) {
    assertThat(hashedPart(KeyTags.jedis(), key)).isEqualTo(hashed);
  }

  /** The regular expressions themselves, on random keys made of what matters to them. */
  @Test
  void patternsAgreeWithTheirRegularExpressions() {
    Pattern jedis = Pattern.compile("\\{(.+?)\\}");
    Pattern lineStart = Pattern.compile("(?:^|\\n)\\{([^\\n]+?)\\}");
    Pattern anywhere = Pattern.compile("\\{([^\\n]+?)\\}");
    List<String> pieces =
        List.of("{", "}", "a", "ü", "\n", "\r", "\u0085", "\u2028", "\u2029", "\u2027", "{", "}");
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 200_000; i++) {
      StringBuilder key = new StringBuilder();
      for (int piece = random.nextInt(12); piece > 0; piece--) {
        key.append(pieces.get(random.nextInt(pieces.size())));
      }
      assertSame(KeyTags.jedis(), jedis, key.toString());
      assertSame(KeyTags.redisRb(), lineStart, key.toString());
      assertSame(KeyTags.redisRbAnywhere(), anywhere, key.toString());
    }
  }

  private static void assertSame(KeyTag tag, Pattern pattern, String key) {
    Matcher matcher = pattern.matcher(key);
    String expected = matcher.find() ? matcher.group(1) : key;
    if (!hashedPart(tag, key).equals(expected)) {
      assertThat(hashedPart(tag, key)).as("%s of %s, seed %d", tag, key, SEED).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"a{b}c,b", "{}a,''", "{a,{a", "a}{b},b", "{{a}},{a", "{a}{b},a"})
  void phpredisHashesEvenAnEmptyTag(String key, String hashed) {
    assertThat(hashedPart(KeyTags.phpredis(), key)).isEqualTo(hashed);
  }

  @Test
  void phpredisLooksForTagsBeforeTheFirstByte0() {
    assertThat(hashedPart(KeyTags.phpredis(), "{a\0}")).isEqualTo("{a\0}");
    assertThat(hashedPart(KeyTags.phpredis(), "\0{a}")).isEqualTo("\0{a}");
    assertThat(hashedPart(KeyTags.phpredis(), "{a}\0b")).isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource({"a$b$c,b", "$$a,$$a", "$$a$,$$a$", "$a,$a", "ab,ab", "a$,a$"})
  void aTagMayBeginAndEndWithTheSameCharacter(String key, String hashed) {
    assertThat(hashedPart(KeyTags.between('$', '$'), key)).isEqualTo(hashed);
  }

  @Test
  void betweenBracesIsTheRuleOfRedis() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 100_000; i++) {
      byte[] key = new byte[random.nextInt(10)];
      for (int at = 0; at < key.length; at++) {
        key[at] = (byte) "{}ab".charAt(random.nextInt(4));
      }
      assertThat(KeyTags.between('{', '}').range(key, 0, key.length))
          .as("%s, seed %d", Arrays.toString(key), SEED)
          .isEqualTo(HashTag.REDIS.range(key, 0, key.length));
    }
  }

  @ParameterizedTest
  @CsvSource({"a::b::c,a", "::a,::a", "a:b,a:b", "a::,a", "'',''", ":,:"})
  void beforeADelimiterUnlessItComesFirst(String key, String hashed) {
    assertThat(hashedPart(KeyTags.before("::"), key)).isEqualTo(hashed);
  }

  @Test
  void differentRulesHaveDifferentIds() {
    List<KeyTag> rules =
        List.of(
            HashTag.NONE,
            HashTag.REDIS,
            KeyTags.jedis(),
            KeyTags.redisRb(),
            KeyTags.redisRbAnywhere(),
            KeyTags.phpredis(),
            KeyTags.between('{', '}'),
            KeyTags.between('$', '$'),
            KeyTags.before(":"),
            KeyTags.before("::"));

    assertThat(rules).extracting(KeyTag::id).doesNotHaveDuplicates();
  }

  @Test
  void refusesWhatIsNoRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTags.between('ü', '}'))
        .withMessage("open and close must be ASCII but were ü and }");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyTags.before(""))
        .withMessage("delimiter must not be empty");
    for (KeyTag tag : List.of(KeyTags.jedis(), KeyTags.phpredis(), KeyTags.before(":"))) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> tag.range(new byte[3], 1, 4));
    }
  }

  /** What is hashed of a key in the midst of other text. */
  private static String hashedPart(KeyTag tag, String key) {
    byte[] bytes = ("\n{" + key + "}x:").getBytes(StandardCharsets.UTF_8);
    long range = tag.range(bytes, 2, bytes.length - 3);
    int from = KeyTag.from(range);
    return new String(bytes, from, KeyTag.to(range) - from, StandardCharsets.UTF_8);
  }
}
