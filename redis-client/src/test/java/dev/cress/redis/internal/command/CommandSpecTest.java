package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.RoutingException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandSpecTest {

  private final CommandTable table = CommandTable.load();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET k | k",
        "MGET a b a | a b a",
        "MSET a 1 b 2 | a b",
        "MSETEX 2 a 1 b 2 EX 10 | a b",
        "RENAME a b | a b",
        "BITOP AND d a b | d a b",
        "EVAL s 2 a b c | a b",
        "EVALSHA s 1 a b | a",
        "ZUNIONSTORE d 2 a b WEIGHTS 1 2 | d a b",
        "ZINTERCARD 2 a b LIMIT 1 | a b",
        "SORT k BY nosort GET # STORE d | k d",
        "SORT k STORE by ALPHA | k by",
        "COPY a db REPLACE | a db",
        "SORT k LIMIT 0 1 | k",
        "GEORADIUS g 1 2 3 m STOREDIST d | g d",
        "GEORADIUSBYMEMBER g store 3 m STORE d | g d",
        "XREAD COUNT 2 STREAMS a b 0 0 | a b",
        "XREADGROUP GROUP BLOCK STREAMS STREAMS a b > > | a b",
        "xreadgroup group g c streams a > | a",
        "OBJECT ENCODING k | k",
        "MEMORY USAGE k SAMPLES 5 | k",
        "XGROUP CREATE s g $ MKSTREAM | s",
        "XINFO STREAM s FULL | s",
        "LCS a b LEN | a b",
        "JSON.MGET a b $ | a b",
        "JSON.MSET a $ 1 b $ 2 | a b",
        "CMS.MERGE d 2 a b WEIGHTS 1 2 | d a b",
        "LMPOP 2 a b LEFT | a b",
        "HEXPIRE h 10 FIELDS 1 f | h",
      })
  void keysAreFoundHoweverTheArgumentsAreMarked(String words, String keys) {
    String[] word = words.split(" ", 2);
    String[] args = word[1].split(" ", -1);
    RedisCommand<?, ?, ?> raw = Commands.raw(word[0], args);
    RedisCommand<?, ?, ?> untyped = Commands.untyped(word[0], args);

    List<byte[]> rawKeys = table.spec(raw).keys(raw);
    List<byte[]> untypedKeys = table.spec(untyped).keys(untyped);

    assertThat(Commands.text(rawKeys)).containsExactly(keys.split(" ", -1));
    assertThat(Commands.text(untypedKeys)).containsExactly(keys.split(" ", -1));
    if (table.spec(raw).kind() == CommandKind.SINGLE_KEY) {
      assertThat(Commands.bytes(table.spec(raw).key(raw))).asString().isEqualTo(keys);
      assertThat(Commands.bytes(table.spec(raw).key(untyped))).asString().isEqualTo(keys);
    }
  }

  @Test
  void keysAndValuesOfAnyBytesAreRead() {
    byte[] key = {0, '\r', '\n', '$', '3', -1};
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(key).addValue(new byte[100_000]).add(7);
    RedisCommand<?, ?, ?> command =
        new Command<>(CommandType.SETEX, new StatusOutput<>(ByteArrayCodec.INSTANCE), args);

    assertThat(Commands.bytes(table.spec(command).key(command))).isEqualTo(key);
    assertThat(table.spec(command).keys(command)).containsExactly(key);
  }

  @Test
  void aKeyOutsideAsciiIsExactlyItsBytes() {
    RedisCommand<?, ?, ?> command = Commands.raw("GET", "grüße-漢字");

    assertThat(Commands.bytes(table.spec(command).key(command)))
        .isEqualTo("grüße-漢字".getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET", "EVAL s 0", "FCALL f 0 a", "XREAD COUNT 2", "OBJECT HELP", "MEMORY DOCTOR"})
  void aCommandWithoutAKeyIsRefused(String words) {
    RedisCommand<?, ?, ?> command = command(words);

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> table.spec(command).keys(command));
  }

  @Test
  void aMissingKeyIsRefusedWithTheCommandsName() {
    RedisCommand<?, ?, ?> command = command("RENAME secret");

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> table.spec(command).keys(command))
        .withMessage("RENAME has too few arguments: one of its keys is missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EVAL s secret",
        "EVAL s -1 secret",
        "EVAL s 99 secret",
        "EVAL s 99999999999 secret",
        "EVAL s",
        "LMPOP",
        "ZUNIONSTORE secret 999999999 secret"
      })
  void aWrongNumberOfKeysIsRefusedWithoutShowingArguments(String words) {
    RedisCommand<?, ?, ?> command = command(words);

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> table.spec(command).keys(command))
        .withMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "SORT k BY w_*, SORT BY",
    "SORT k LIMIT 0 1 get d_*->f, SORT GET",
    "SORT k GET # STORE d GET d_*, SORT GET",
    "SORT_RO k BY w_* GET #, SORT_RO BY",
    "COPY a b DB 2, COPY DB",
    "COPY a b REPLACE db 2, COPY DB"
  })
  void anOptionThatReachesOtherKeysIsRefused(String words, String option) {
    RedisCommand<?, ?, ?> command = command(words);

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> table.spec(command).keys(command))
        .withMessageStartingWith(option + " is not sent: ")
        .withMessageNotContaining("w_");
  }

  @Test
  void aStreamCalledBlockIsNoOption() {
    RedisCommand<?, ?, ?> command = command("XREAD STREAMS BLOCK 0");

    assertThat(Commands.text(table.spec(command).keys(command))).containsExactly("BLOCK");
  }

  @Test
  void aRejectedCommandHasNoKeys() {
    RedisCommand<?, ?, ?> command = command("SUBSCRIBE channel");

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> table.spec(command).keys(command))
        .withMessage(table.spec(command).reason());
  }

  @Test
  void anUnknownCommandGoesByItsFirstMarkedKey() {
    CommandArgs<String, String> args =
        new CommandArgs<>(StringCodec.UTF8).add("option").addKey("k").addKey("other");
    RedisCommand<?, ?, ?> command = Commands.command("my.module", args);

    CommandSpec spec = table.spec(command);

    assertThat(spec.name()).isEqualTo("MY.MODULE");
    assertThat(spec.kind()).isEqualTo(CommandKind.SINGLE_KEY);
    assertThat(spec.isWrite()).isTrue();
    assertThat(Commands.bytes(spec.key(command))).asString().isEqualTo("k");
  }

  @Test
  void anUnknownCommandWithoutAMarkedKeyIsRefused() {
    RedisCommand<?, ?, ?> command = Commands.untyped("MY.MODULE", "secret");

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> table.spec(command).key(command))
        .withMessageContaining("MY.MODULE is not a command that Cress knows")
        .withMessageContaining("CommandArgs.addKey")
        .withMessageNotContaining("secret");
  }

  private static RedisCommand<?, ?, ?> command(String words) {
    String[] word = words.split(" ", 2);
    return word.length == 1 ? Commands.raw(word[0]) : Commands.raw(word[0], word[1].split(" ", -1));
  }
}
