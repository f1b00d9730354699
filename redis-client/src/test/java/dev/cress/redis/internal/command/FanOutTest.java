package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.node.RoutingException;
import dev.cress.redis.error.PartialFailureException;
import dev.cress.redis.internal.command.FanOut.Part;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.KeyValueListOutput;
import io.lettuce.core.output.KeyValueStreamingOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FanOutTest {

  private final CommandTable table = CommandTable.load();

  @Test
  void valuesComeInTheCallersOrderWithDuplicatesAndMissingKeys() throws Exception {
    List<String> keys = List.of("b1", "a1", "c1", "a1", "b2", "a-none");
    AsyncCommand<String, String, List<KeyValue<String, String>>> mget = mget(keys);

    answerValues(split(mget), 2, 0, 1);

    assertThat(result(mget))
        .containsExactly(
            KeyValue.just("b1", "value of b1"),
            KeyValue.just("a1", "value of a1"),
            KeyValue.just("c1", "value of c1"),
            KeyValue.just("a1", "value of a1"),
            KeyValue.just("b2", "value of b2"),
            KeyValue.empty("a-none"));
  }

  @Test
  void aStreamingOutputGetsEachValueInTheCallersOrder() throws Exception {
    List<String> keys = List.of("b1", "a1", "b2");
    List<String> seen = new ArrayList<>();
    AsyncCommand<String, String, Long> mget =
        command(
            CommandType.MGET,
            new KeyValueStreamingOutput<>(
                StringCodec.UTF8, (key, value) -> seen.add(key + "=" + value), keys),
            keys);

    answerValues(split(mget), 1, 0);

    assertThat(seen).containsExactly("b1=value of b1", "a1=value of a1", "b2=value of b2");
    assertThat(result(mget)).isEqualTo(3);
  }

  @Test
  void aPlainListOutputIsFilledToo() throws Exception {
    AsyncCommand<String, String, List<String>> mget =
        command(CommandType.MGET, new ValueListOutput<>(StringCodec.UTF8), List.of("b-none", "a1"));

    answerValues(split(mget), 0, 1);

    assertThat(result(mget)).containsExactly(null, "value of a1");
  }

  @Test
  void aRawReplyIsFilledAsTheServerWouldFillIt() throws Exception {
    AsyncCommand<String, String, List<Object>> mget = Commands.raw("mget", "b1", "a1");

    answerValues(split(mget), 0, 1);

    assertThat(result(mget)).containsExactly("value of b1", "value of a1");
  }

  @Test
  void eachPartWritesItsOwnArgumentsOnly() {
    List<Part> parts =
        split(command(CommandType.MSET, status(), List.of("a1", "1", "b1", "22", "a2", "333")));

    assertThat(wire(parts.get(0))).isEqualTo("*5|$4|MSET|$2|a1|$1|1|$2|a2|$3|333|");
    assertThat(wire(parts.get(1))).isEqualTo("*3|$4|MSET|$2|b1|$2|22|");
    assertThat(Commands.text(parts.get(1).command().getArgs().getFirstEncodedKey().array()))
        .isEqualTo("b1");
  }

  @Test
  void aLargeValueOfMsetIsWrittenWhole() {
    String large = "x".repeat(3_000_000);

    List<Part> parts =
        split(command(CommandType.MSET, status(), List.of("a1", large, "b1", "small")));

    assertThat(wire(parts.get(0))).isEqualTo("*3|$4|MSET|$2|a1|$3000000|" + large + "|");
  }

  @Test
  void msetAnswersOk() throws Exception {
    AsyncCommand<String, String, String> mset =
        command(CommandType.MSET, status(), List.of("a1", "1", "b1", "2"));

    for (Part part : split(mset)) {
      part.command().getOutput().set(bytes("OK"));
      part.command().complete();
    }

    assertThat(result(mset)).isEqualTo("OK");
  }

  @Test
  void okIsAWordThatNoCodecDecodes() throws Exception {
    CommandArgs<byte[], byte[]> args = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    List.of("a1", "1", "b1", "2").forEach(word -> args.add(word));
    AsyncCommand<byte[], byte[], List<Object>> mset =
        new AsyncCommand<>(
            new Command<>(
                CommandType.MSET, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), args));

    split(mset).forEach(part -> part.command().complete());

    assertThat(result(mset)).containsExactly("OK");
  }

  @Test
  void countsAreAdded() throws Exception {
    for (CommandType type :
        List.of(CommandType.DEL, CommandType.UNLINK, CommandType.EXISTS, CommandType.TOUCH)) {
      AsyncCommand<String, String, Long> command =
          command(type, new IntegerOutput<>(StringCodec.UTF8), List.of("a1", "b1", "a2", "c1"));

      List<Part> parts = split(command);
      answer(parts.get(0), 2);
      answer(parts.get(1), 0);
      assertThat(command.isDone()).isFalse();
      answer(parts.get(2), 1);

      assertThat(result(command)).isEqualTo(3);
    }
  }

  @Test
  void oneGroupGetsTheUsersCommandItself() {
    AsyncCommand<String, String, ?> one = mget(List.of("b1"));
    AsyncCommand<String, String, ?> three = mget(List.of("b1", "b2", "b1"));

    assertThat(split(one)).containsExactly(new Part(1, one));
    assertThat(split(three)).containsExactly(new Part(1, three));
    assertThat(split(three).get(0).command()).isSameAs(three);
  }

  @Test
  void noKeyIsRefused() {
    AsyncCommand<String, String, ?> empty = mget(List.of());

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> fanOut(empty))
        .withMessageStartingWith("MGET names no key");
  }

  @Test
  void aKeyWithoutAValueIsRefused() {
    AsyncCommand<String, String, ?> odd =
        command(CommandType.MSET, status(), List.of("a1", "1", "b1"));

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> fanOut(odd))
        .withMessage("MSET needs a value for each of its keys");
  }

  @Test
  void onlyFanOutCommandsAreAccepted() {
    RedisCommand<?, ?, ?> get = Commands.raw("GET", "k");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> FanOut.of(get, table.spec(get)))
        .withMessage("spec must be of kind FAN_OUT but was GET SINGLE_KEY");
  }

  @Test
  void aHundredThousandKeysOnAThousandGroupsKeepTheirOrder() throws Exception {
    List<String> keys =
        IntStream.range(0, 100_000).mapToObj(i -> "a" + i).collect(Collectors.toList());
    AsyncCommand<String, String, List<KeyValue<String, String>>> mget = mget(keys);

    List<Part> parts =
        fanOut(mget).split(key -> Math.floorMod(Arrays.hashCode(key), 1000), String::valueOf);
    parts.forEach(this::answerValues);

    assertThat(parts).hasSize(1000);
    assertThat(result(mget))
        .isEqualTo(keys.stream().map(key -> KeyValue.just(key, "value of " + key)).toList());
  }

  @Test
  void aFailingNodeNamesItsKeysAndKeepsItsCause() {
    AsyncCommand<String, String, ?> mget = mget(List.of("a1", "b-secret", "a2", "b-secret"));
    List<Part> parts = split(mget);

    parts.get(1).command().getOutput().setError(bytes("ERR unknown, beginning with b-secret"));
    parts.get(1).command().complete();
    answerValues(parts.get(0));

    PartialFailureException failure = failure(mget);
    assertThat(Commands.text(failure.failedKeys())).containsExactly("b-secret", "b-secret");
    assertThat(failure.getSuppressed())
        .singleElement()
        .isInstanceOf(RedisCommandExecutionException.class);
    assertThat(failure)
        .hasMessageContaining("MGET failed for 2 of 4 keys, on 1 of 2 nodes")
        .hasMessageContaining("node 1: 2 keys, RedisCommandExecutionException")
        .hasMessageMatching("(?s).*key hashes: [0-9a-f]{16}, [0-9a-f]{16}");
    assertThat(failure.getMessage()).doesNotContain("secret");
  }

  @Test
  void whenAllNodesFailAllKeysAreNamed() {
    List<String> keys = IntStream.range(0, 30).mapToObj(i -> (i % 2 == 0 ? "a" : "b") + i).toList();
    AsyncCommand<String, String, Long> del =
        command(CommandType.DEL, new IntegerOutput<>(StringCodec.UTF8), keys);

    for (Part part : split(del)) {
      part.command().completeExceptionally(new IllegalStateException("node " + part.group()));
    }

    PartialFailureException failure = failure(del);
    assertThat(Commands.text(failure.failedKeys())).isEqualTo(keys);
    assertThat(failure.getSuppressed()).hasSize(2);
    assertThat(failure)
        .hasMessageContaining("30 of 30 keys, on 2 of 2 nodes")
        .hasMessageEndingWith(" and 20 more");
  }

  @Test
  void failedKeysAreCopies() {
    AsyncCommand<String, String, ?> mget = mget(List.of("a1", "b1"));
    split(mget).forEach(part -> part.command().cancel());
    PartialFailureException failure = failure(mget);

    failure.failedKeys().get(0)[0] = 'x';

    assertThat(Commands.text(failure.failedKeys())).containsExactly("a1", "b1");
  }

  @Test
  void theCommandWaitsForAllPartsEvenWhenOneHasFailed() {
    AsyncCommand<String, String, ?> mget = mget(List.of("a1", "b1"));
    List<Part> parts = split(mget);

    parts.get(0).command().completeExceptionally(new IllegalStateException());
    assertThat(mget.isDone()).isFalse();

    answerValues(parts.get(1));
    assertThat(mget.isDone()).isTrue();
  }

  @Test
  void cancellingTheCommandCancelsItsParts() {
    AsyncCommand<String, String, ?> mget = mget(List.of("a1", "b1"));
    List<Part> parts = split(mget);
    assertThat(parts).noneMatch(part -> part.command().isDone());

    mget.cancel(true);

    assertThat(parts).allMatch(part -> part.command().isCancelled() && part.command().isDone());
  }

  @Test
  void whenTheCommandHasTimedOutItsPartsAreDoneAndLateRepliesChangeNothing() {
    AsyncCommand<String, String, ?> mget = mget(List.of("a1", "b1"));
    List<Part> parts = split(mget);
    IllegalStateException timeout = new IllegalStateException("timed out");

    mget.completeExceptionally(timeout);

    assertThat(parts).allMatch(part -> part.command().isDone());
    parts.forEach(this::answerValues);
    assertThatExceptionOfType(ExecutionException.class).isThrownBy(mget::get).withCause(timeout);
  }

  @Test
  void aPartThatSettlesTwiceCountsOnce() {
    CountingCommand mget = new CountingCommand(List.of("a1", "b1"));
    List<Part> parts = split(mget);

    parts.get(0).command().completeExceptionally(new IllegalStateException());
    parts.get(0).command().complete();
    parts.get(0).command().cancel();
    assertThat(mget.completions).isZero();
    parts.get(1).command().completeExceptionally(new IllegalStateException());
    parts.get(1).command().complete();

    assertThat(mget.completions).isEqualTo(1);
  }

  @Test
  void aReplyWithTooFewValuesFailsTheCommand() {
    AsyncCommand<String, String, ?> mget = mget(List.of("a1", "b1"));

    split(mget).forEach(part -> part.command().complete());

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(mget::get)
        .withMessageContaining("a node answered 0 values where 1 were asked for");
  }

  /** Groups keys by their first letter: a is 0, b is 1, and so on. */
  private List<Part> split(RedisCommand<?, ?, ?> command) {
    return fanOut(command).split(key -> key[0] - 'a', group -> "node " + group);
  }

  private FanOut fanOut(RedisCommand<?, ?, ?> command) {
    return FanOut.of(command, table.spec(command));
  }

  private static AsyncCommand<String, String, List<KeyValue<String, String>>> mget(
      List<String> keys) {
    return command(CommandType.MGET, new KeyValueListOutput<>(StringCodec.UTF8, keys), keys);
  }

  private static <T> AsyncCommand<String, String, T> command(
      CommandType type, CommandOutput<String, String, T> output, List<String> keys) {
    return new AsyncCommand<>(
        new Command<>(type, output, new CommandArgs<>(StringCodec.UTF8).addKeys(keys)));
  }

  private static StatusOutput<String, String> status() {
    return new StatusOutput<>(StringCodec.UTF8);
  }

  private void answerValues(List<Part> parts, int... order) {
    for (int index : order) {
      answerValues(parts.get(index));
    }
  }

  /**
   * Answers a part of MGET as a node would: "value of k", or nothing for keys that end with "none".
   */
  private void answerValues(Part part) {
    CommandOutput<?, ?, ?> output = part.command().getOutput();
    List<byte[]> keys = table.spec(part.command()).keys(part.command());
    output.multiArray(keys.size());
    for (byte[] key : keys) {
      String text = Commands.text(key);
      output.set(text.endsWith("none") ? null : bytes("value of " + text));
    }
    part.command().complete();
  }

  private static void answer(Part part, long number) {
    part.command().getOutput().set(number);
    part.command().complete();
  }

  private static <T> T result(AsyncCommand<?, ?, T> command) throws Exception {
    assertThat(command.isDone()).isTrue();
    return command.get();
  }

  private static PartialFailureException failure(AsyncCommand<?, ?, ?> command) {
    assertThat(command.isCompletedExceptionally()).isTrue();
    return (PartialFailureException) command.handle((value, cause) -> cause).join();
  }

  private static String wire(Part part) {
    ByteBuf buffer = Unpooled.buffer();
    part.command().encode(buffer);
    return buffer.toString(StandardCharsets.UTF_8).replace("\r\n", "|");
  }

  private static @Nullable ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Counts how often it is completed, in whatever way. */
  private static final class CountingCommand
      extends Command<String, String, List<KeyValue<String, String>>> {

    private int completions;

    CountingCommand(List<String> keys) {
      super(
          CommandType.MGET,
          new KeyValueListOutput<>(StringCodec.UTF8, keys),
          new CommandArgs<>(StringCodec.UTF8).addKeys(keys));
    }

    @Override
    public void complete() {
      completions++;
    }

    @Override
    public boolean completeExceptionally(Throwable throwable) {
      completions++;
      return true;
    }
  }
}
