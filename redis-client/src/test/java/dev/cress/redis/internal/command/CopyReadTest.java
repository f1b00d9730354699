package dev.cress.redis.internal.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.CressException;
import dev.cress.redis.internal.command.ReplyPart.Many;
import dev.cress.redis.internal.command.ReplyPart.Text;
import dev.cress.redis.internal.command.ReplyPart.Truth;
import dev.cress.redis.internal.command.ReplyPart.Whole;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyReadTest {

  private final CommandTable table = CommandTable.load();

  private CopyRead read(String... words) {
    RedisCommand<?, ?, ?> command =
        Commands.untyped(words[0], Arrays.copyOfRange(words, 1, words.length));
    return CopyRead.of(command, table.spec(command));
  }

  private static Text text(String text) {
    return Text.of(text.getBytes(UTF_8));
  }

  private static List<String> asked(CopyRead read) {
    return EncodedArgs.listOf(read.args()).stream().map(arg -> new String(arg, UTF_8)).toList();
  }

  @Test
  void aCopyThatHasNothingIsFollowedByTheNext() {
    CopyRead read = read("GET", "k");

    assertThat(read.take(Text.NONE)).isFalse();
    assertThat(read.take(text("v"))).isTrue();

    assertThat(read.reply()).isEqualTo(text("v"));
    assertThat(asked(read)).containsExactly("k");
  }

  @Test
  void ifNoCopyHasAnythingTheFirstAnswerCounts() {
    CopyRead read = read("HMGET", "k", "f");

    assertThat(read.take(Many.array(List.of(Text.NONE)))).isFalse();
    assertThat(read.take(Text.NONE)).isFalse();

    assertThat(read.reply()).isEqualTo(Many.array(List.of(Text.NONE)));
  }

  @Test
  void withoutAnAnswerThereIsNoReply() {
    assertThat(read("GET", "k").reply()).isNull();
    assertThat(read("MGET", "k").reply()).isNull();
  }

  @Test
  void ofMgetOnlyTheMissingKeysAreAskedOfTheNextCopy() {
    CopyRead read = read("MGET", "a", "b", "c", "b");

    assertThat(read.take(Many.array(List.of(text("1"), Text.NONE, text("3"), Text.NONE))))
        .isFalse();
    assertThat(asked(read)).containsExactly("b", "b");
    assertThat(read.take(Many.array(List.of(text("2"), text("2"))))).isTrue();

    assertThat(read.reply())
        .isEqualTo(Many.array(List.of(text("1"), text("2"), text("3"), text("2"))));
  }

  @Test
  void aKeyOfMgetThatNoCopyHasIsMissing() {
    CopyRead read = read("MGET", "a", "b");

    assertThat(read.take(Many.array(List.of(text("1"), Text.NONE)))).isFalse();
    assertThat(read.take(Many.array(List.of(Text.NONE)))).isFalse();

    assertThat(read.reply()).isEqualTo(Many.array(List.of(text("1"), Text.NONE)));
  }

  @Test
  void anAnswerOfAnotherShapeIsRefused() {
    assertThatExceptionOfType(CressException.class)
        .isThrownBy(() -> read("MGET", "a", "b").take(Many.array(List.of(Text.NONE))));
    assertThatExceptionOfType(CressException.class)
        .isThrownBy(() -> read("MGET", "a").take(new Whole(1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -2})
  void numbersOfAMissingKeyAreNothing(long number) {
    assertThat(read("TTL", "k").take(new Whole(number))).isFalse();
    assertThat(read("SMISMEMBER", "k", "m").take(Many.array(List.of(new Whole(number))))).isFalse();
  }

  @Test
  void whatAKeyThatIsThereAnswersIsSomething() {
    assertThat(read("TTL", "k").take(new Whole(-1))).isTrue();
    assertThat(read("GET", "k").take(text(""))).isTrue();
    assertThat(read("GET", "k").take(text("none"))).isTrue();
    assertThat(read("ZSCORE", "k", "m").take(new ReplyPart.Fraction(0))).isTrue();
    assertThat(read("ZRANGE", "k", "0", "-1").take(Many.array(List.of(text("m"), new Whole(0)))))
        .isTrue();
  }

  @Test
  void whatAMissingKeyAnswersIsNothing() {
    ReplyRecorder none = new ReplyRecorder();
    none.setSingle(ByteBuffer.wrap("none".getBytes(UTF_8)));

    assertThat(read("TYPE", "k").take(none.get())).isFalse();
    assertThat(read("TYPE", "k").take(text("none"))).isFalse();
    assertThat(read("GETRANGE", "k", "0", "1").take(text(""))).isFalse();
    assertThat(read("HGETALL", "k").take(Many.array(List.of()))).isFalse();
    assertThat(read("GEOPOS", "k", "m").take(Many.array(List.of(Text.NONE)))).isFalse();
    assertThat(read("SISMEMBER", "k", "m").take(new Truth(false))).isFalse();
  }
}
