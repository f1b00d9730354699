package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTableTest {

  private final CommandTable table = CommandTable.load();

  @Test
  void theResourceIsWhatTheGeneratorMakes() throws IOException {
    String resource = Files.readString(CommandTableGenerator.RESOURCE);

    String generated = CommandTableGenerator.generate();

    assertThat(resource)
        .as("run CommandTableGenerator.main after a change in src/commands")
        .isEqualTo(generated);
  }

  @Test
  void theListInTheDocsIsWhatTheTableSays() throws IOException {
    String page = Files.readString(CommandDocs.PAGE);

    assertThat(page).as("run CommandDocs.main").isEqualTo(CommandDocs.generate());
  }

  @ParameterizedTest
  @EnumSource(CommandType.class)
  void everyCommandThatLettuceNamesHasARow(CommandType type) {
    String name = new String(type.getBytes(), StandardCharsets.US_ASCII);

    CommandSpec spec = table.spec(new Command<>(type, new StatusOutput<>(StringCodec.UTF8)));

    assertThat(table.specs()).containsKey(name);
    assertThat(spec).isSameAs(table.specs().get(name));
  }

  @Test
  void aNameIsFoundInAnyCase() {
    CommandSpec spec = table.spec(Commands.raw("hGetAll", "h"));

    assertThat(spec.name()).isEqualTo("HGETALL");
    assertThat(spec.kind()).isEqualTo(CommandKind.SINGLE_KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MGET", "MSET", "DEL", "UNLINK", "EXISTS", "TOUCH"})
  void commandsOfIndependentKeysFanOut(String name) {
    assertThat(spec(name).kind()).isEqualTo(CommandKind.FAN_OUT);
  }

  @Test
  void onlyTheSixFanOutCommandsFanOut() {
    List<String> names =
        table.specs().values().stream()
            .filter(spec -> spec.kind() == CommandKind.FAN_OUT)
            .map(CommandSpec::name)
            .toList();

    assertThat(names).containsExactlyInAnyOrder("MGET", "MSET", "DEL", "UNLINK", "EXISTS", "TOUCH");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MSETNX", "RENAME", "COPY", "SMOVE", "LMOVE", "BITOP", "SINTER", "SUNIONSTORE",
        "ZINTERSTORE", "PFMERGE", "PFCOUNT", "EVAL", "EVALSHA", "FCALL", "SORT", "GEORADIUS",
        "LMPOP", "ZMPOP", "JSON.MGET", "JSON.MSET", "MSETEX", "CMS.MERGE"
      })
  void commandsOfSeveralKeysStayOnOneNode(String name) {
    assertThat(spec(name).kind()).isEqualTo(CommandKind.SAME_NODE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BLPOP",
        "BRPOP",
        "BLMOVE",
        "BRPOPLPUSH",
        "BLMPOP",
        "BZPOPMIN",
        "BZPOPMAX",
        "BZMPOP",
        "XREAD",
        "XREADGROUP"
      })
  void commandsThatMayWaitBlock(String name) {
    assertThat(spec(name).kind()).isEqualTo(CommandKind.BLOCKING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH"})
  void commandsOfTransactionsAreTold(String name) {
    assertThat(spec(name).kind()).isEqualTo(CommandKind.TRANSACTION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SUBSCRIBE", "PSUBSCRIBE", "PUBSUB", "ACL", "CONFIG", "CLIENT", "SCRIPT", "FUNCTION",
            "SELECT",
        "MOVE", "SWAPDB", "WAIT", "MONITOR", "MIGRATE", "SHUTDOWN", "FT.SEARCH", "DEBUG", "ROLE"
      })
  void commandsOfNoOneNodeAreRejectedWithAReasonAndARemedy(String name) {
    CommandSpec spec = spec(name);

    assertThat(spec.kind()).isEqualTo(CommandKind.REJECTED);
    assertThat(spec.reason()).startsWith(name + " is not sent: ").contains("; ");
  }

  @ParameterizedTest
  @CsvSource({
    "PING, ALL", "DBSIZE, SIZE", "KEYS, KEYS", "SCAN, SCAN", "RANDOMKEY, RANDOM_KEY",
    "FLUSHDB, FLUSH", "FLUSHALL, FLUSH", "INFO, INFO", "TIME, ONE", "LASTSAVE, MIN"
  })
  void commandsWithoutAKeyGoToAllNodes(String name, Joining joining) {
    CommandSpec spec = spec(name);

    assertThat(spec.kind()).isEqualTo(CommandKind.ALL_NODES);
    assertThat(spec.joining()).isEqualTo(joining);
  }

  @ParameterizedTest
  @CsvSource({
    "SCRIPT, load, ALL_NODES", "SCRIPT, DEBUG, REJECTED", "FUNCTION, LOAD, ALL_NODES",
    "FUNCTION, STATS, REJECTED", "CONFIG, GET, ALL_NODES", "CLIENT, LIST, ALL_NODES",
    "CLIENT, SETNAME, REJECTED", "MEMORY, PURGE, ALL_NODES", "MEMORY, USAGE, SINGLE_KEY",
    "OBJECT, ENCODING, SINGLE_KEY"
  })
  void subcommandsMayHaveAKindOfTheirOwn(String name, String subcommand, CommandKind kind) {
    CommandSpec spec = table.spec(Commands.untyped(name, subcommand, "k"));

    assertThat(spec.kind()).isEqualTo(kind);
  }

  @Test
  void aRefusedSubcommandIsNamedInItsReason() {
    CommandSpec spec = table.spec(Commands.raw("MEMORY", "DOCTOR"));

    assertThat(spec.reason()).startsWith("MEMORY DOCTOR is not sent: ").contains("; ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUBLISH", "SPUBLISH"})
  void messagesGoByTheirChannelWhichIsNoKey(String name) {
    RedisCommand<?, ?, ?> command = Commands.untyped(name, "channel", "message");

    assertThat(spec(name).kind()).isEqualTo(CommandKind.CHANNEL);
    assertThat(Commands.text(spec(name).keys(command))).containsExactly("channel");
    assertThat(spec(name).isWrite()).isFalse();
  }

  @Test
  void readsAndWritesAreTold() {
    assertThat(spec("GET").isReadOnly()).isTrue();
    assertThat(spec("GET").isWrite()).isFalse();
    assertThat(spec("SET").isWrite()).isTrue();
    assertThat(spec("EVAL").isWrite()).isTrue();
    assertThat(spec("EVAL_RO").isReadOnly()).isTrue();
    assertThat(spec("HEXPIRE").isWrite()).isTrue();
    assertThat(spec("KEYS").isReadOnly()).isTrue();
    assertThat(spec("FLUSHALL").isWrite()).isTrue();
    assertThat(spec("PING").isReadOnly()).isFalse();
    assertThat(spec("PING").isWrite()).isFalse();
    assertThat(spec("ACL").isWrite()).isFalse();
  }

  private CommandSpec spec(String name) {
    return table.spec(Commands.raw(name));
  }
}
