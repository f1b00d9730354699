package dev.cress.redis.internal.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from, and written into, the arguments of a command that may block. */
class BlockingCommandTest {

  private static final BlockingEnd NOBODY =
      new BlockingEnd() {
        @Override
        public void nothing(Runnable reply) {
          reply.run();
        }

        @Override
        public void answered(Runnable reply) {
          reply.run();
        }

        @Override
        public void failed(Throwable cause) {
          throw new AssertionError(cause);
        }
      };

  private final CommandTable table = CommandTable.load();

  @ParameterizedTest
  @CsvSource({
    "BLPOP a b 1.5, BLPOP a b 0.251",
    "BRPOP a 2, BRPOP a 0.251",
    "BLMOVE a b LEFT RIGHT 3, BLMOVE a b LEFT RIGHT 0.251",
    "BRPOPLPUSH a b 4, BRPOPLPUSH a b 0.251",
    "BZPOPMIN a 1, BZPOPMIN a 0.251",
    "BLMPOP 1 2 a b LEFT, BLMPOP 0.251 2 a b LEFT",
    "BZMPOP 1 1 a MIN COUNT 2, BZMPOP 0.251 1 a MIN COUNT 2",
    "XREAD COUNT 1 BLOCK 900 STREAMS a b 0 5-1, XREAD COUNT 1 BLOCK 251 STREAMS a b 0 5-1",
    "XREADGROUP GROUP BLOCK BLOCK block 9 STREAMS a >, "
        + "XREADGROUP GROUP BLOCK BLOCK block 251 STREAMS a >"
  })
  void theTimeThatIsLeftTakesThePlaceOfTheTimeOut(String words, String again) {
    BlockingCommand command = command(words);

    assertThat(text(command.first(NOBODY))).isEqualTo(words);
    assertThat(text(command.again(Duration.ofMillis(250).toNanos(), NOBODY))).isEqualTo(again);
    assertThat(text(command.again(Long.MAX_VALUE, NOBODY))).isEqualTo(words);
  }

  @Test
  void timeOutsAreSecondsButForStreams() {
    assertThat(command("BLPOP a 1.5").timeoutNanos()).isEqualTo(1_500_000_000L);
    assertThat(command("XREAD BLOCK 15 STREAMS a 0").timeoutNanos()).isEqualTo(15_000_000L);
    assertThat(command("BLPOP a 0").timeoutNanos()).isZero();
    assertThat(command("BLPOP a soon").timeoutNanos()).isZero();
    assertThat(command("BLPOP a -1").timeoutNanos()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "XREAD STREAMS BLOCK 0",
        "XREADGROUP GROUP BLOCK BLOCK STREAMS a >",
        "XREAD COUNT 1 STREAMS a b BLOCK 0"
      })
  void readsOfStreamsWithoutTheOptionDoNotBlock(String words) {
    RedisCommand<?, ?, ?> read = raw(words);

    assertThat(BlockingCommand.blocks(read, table.spec(read))).isFalse();
  }

  @Test
  void onlyReadsFromTheLastEntryLookItUp() {
    assertThat(command("XREAD BLOCK 0 STREAMS a b $ 0").beforeFirst())
        .singleElement()
        .satisfies(lookUp -> assertThat(text(lookUp)).isEqualTo("XREVRANGE a + - COUNT 1"));
    assertThat(command("XREADGROUP GROUP g c BLOCK 0 STREAMS a >").beforeFirst()).isEmpty();
    assertThat(command("BLPOP $ 1").beforeFirst()).isEmpty();
  }

  private BlockingCommand command(String words) {
    RedisCommand<?, ?, ?> command = raw(words);
    assertThat(BlockingCommand.blocks(command, table.spec(command))).isTrue();
    return BlockingCommand.of(command, table.spec(command));
  }

  private static AsyncCommand<String, String, List<Object>> raw(String words) {
    String[] word = words.split(" ", -1);
    return Commands.untyped(word[0], Arrays.copyOfRange(word, 1, word.length));
  }

  private static String text(RedisCommand<?, ?, ?> command) {
    EncodedArgs args = EncodedArgs.of(command.getArgs());
    StringBuilder text = new StringBuilder(new String(command.getType().getBytes(), US_ASCII));
    for (int i = 0; i < args.count(); i++) {
      text.append(' ').append(new String(args.argument(i), US_ASCII));
    }
    return text.toString();
  }
}
