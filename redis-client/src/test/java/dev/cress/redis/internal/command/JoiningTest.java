package dev.cress.redis.internal.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.CressException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.BooleanListOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.KeyListOutput;
import io.lettuce.core.output.MapOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.protocol.RedisStateMachine;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies as servers send them, joined and decoded by Lettuce's own outputs. */
class JoiningTest {

  /** Decodes what a server sends, as a connection does. */
  private static <T> CommandOutput<?, ?, T> decode(String wire, CommandOutput<?, ?, T> output) {
    RedisStateMachine decoder = new RedisStateMachine();
    decoder.setProtocolVersion(ProtocolVersion.RESP3);
    boolean complete = decoder.decode(Unpooled.copiedBuffer(wire, UTF_8), output);
    assertThat(complete).as(wire).isTrue();
    return output;
  }

  private static ReplyPart reply(String wire) {
    return decode(wire, new ReplyRecorder()).get();
  }

  /** Joins replies of nodes {@code a}, {@code b}, … */
  private static <T> T join(Joining joining, CommandOutput<?, ?, T> output, String... wires) {
    List<NodeReply> replies = new ArrayList<>();
    for (String wire : wires) {
      replies.add(new NodeReply(Character.toString('a' + replies.size()), reply(wire)));
    }
    Command<?, ?, T> command = new Command<>(CommandType.PING, cast(output));
    ReplyPart.complete(command, joining.join(replies));
    assertThat(command.isDone()).isTrue();
    return output.get();
  }

  @SuppressWarnings("unchecked")
  private static <T> CommandOutput<Object, Object, T> cast(CommandOutput<?, ?, T> output) {
    return (CommandOutput<Object, Object, T>) output;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+OK\r\n",
        ":42\r\n",
        "$3\r\nabc\r\n",
        "$0\r\n\r\n",
        "$-1\r\n",
        "_\r\n",
        "*0\r\n",
        "*3\r\n:1\r\n$1\r\nx\r\n*2\r\n*0\r\n$1\r\ny\r\n",
        "*2\r\n*1\r\n*1\r\n:1\r\n:2\r\n",
        "%2\r\n$1\r\na\r\n*1\r\n:1\r\n$1\r\nb\r\n%1\r\n+k\r\n+v\r\n",
        "~2\r\n$1\r\na\r\n$1\r\nb\r\n",
        ",1.5\r\n",
        "=7\r\ntxt:abc\r\n"
      })
  void aRecordedReplyIsDecodedAsIfItHadComeStraight(String wire) {
    NestedMultiOutput<String, String> straight = new NestedMultiOutput<>(StringCodec.UTF8);
    NestedMultiOutput<String, String> recorded = new NestedMultiOutput<>(StringCodec.UTF8);

    decode(wire, straight);
    ReplyPart.complete(new Command<>(CommandType.PING, recorded), reply(wire));

    assertThat(recorded.get()).isEqualTo(straight.get());
  }

  /** A codec decodes the values in a reply, and not the words of the server itself. */
  @ParameterizedTest
  @ValueSource(strings = {"+OK\r\n", "$3\r\nabc\r\n", "*2\r\n+k\r\n$1\r\nv\r\n", ":42\r\n"})
  void aRecordedReplyIsDecodedByTheUsersCodecWhereAReplyIs(String wire) {
    NestedMultiOutput<byte[], byte[]> straight = new NestedMultiOutput<>(ByteArrayCodec.INSTANCE);
    NestedMultiOutput<byte[], byte[]> recorded = new NestedMultiOutput<>(ByteArrayCodec.INSTANCE);

    decode(wire, straight);
    ReplyPart.complete(new Command<>(CommandType.PING, recorded), reply(wire));

    assertThat(recorded.get()).usingRecursiveComparison().isEqualTo(straight.get());
  }

  @Test
  void okIsAWordAndNoValue() {
    NestedMultiOutput<byte[], byte[]> output = new NestedMultiOutput<>(ByteArrayCodec.INSTANCE);

    ReplyPart.complete(new Command<>(CommandType.FLUSHALL, output), ReplyPart.Status.OK);

    assertThat(output.get()).containsExactly("OK");
  }

  @Test
  void aMapStaysAMap() {
    Map<String, String> map =
        join(Joining.ONE, new MapOutput<>(StringCodec.UTF8), "%1\r\n$1\r\nk\r\n$1\r\nv\r\n");

    assertThat(map).containsExactly(Map.entry("k", "v"));
  }

  @Test
  void numbersAreAddedOrTheLeastIsTaken() {
    assertThat(join(Joining.SUM, new IntegerOutput<>(StringCodec.UTF8), ":1\r\n", ":41\r\n"))
        .isEqualTo(42L);
    assertThat(join(Joining.MIN, new IntegerOutput<>(StringCodec.UTF8), ":7\r\n", ":3\r\n"))
        .isEqualTo(3L);
  }

  @Test
  void whatIsOnAllNodesIsTrue() {
    List<Boolean> exists =
        join(
            Joining.AND,
            new BooleanListOutput<>(StringCodec.UTF8),
            "*3\r\n:1\r\n:1\r\n:0\r\n",
            "*3\r\n:1\r\n:0\r\n:0\r\n");

    assertThat(exists).containsExactly(true, false, false);
  }

  @Test
  void listsAndTextsAreConcatenated() {
    assertThat(
            join(
                Joining.CONCATENATE,
                new KeyListOutput<>(StringCodec.UTF8),
                "*1\r\n$1\r\na\r\n",
                "*0\r\n",
                "*2\r\n$1\r\nb\r\n$1\r\nc\r\n"))
        .containsExactly("a", "b", "c");
    assertThat(join(Joining.CONCATENATE, new StatusOutput<>(StringCodec.UTF8), "+1\r\n", "+2\r\n"))
        .isEqualTo("12");
    assertThat(
            join(
                Joining.CONCATENATE,
                new StatusOutput<>(StringCodec.UTF8),
                "$3\r\n1\r\n\r\n",
                "=7\r\ntxt:2\r\n\r\n"))
        .isEqualTo("1\r\n2\r\n");
  }

  @Test
  void theFirstReplyStandsForAll() {
    assertThat(join(Joining.ALL, new StatusOutput<>(StringCodec.UTF8), "+OK\r\n", "+OK\r\n"))
        .isEqualTo("OK");
  }

  @Test
  void informationTellsWhereEachNodeBegins() {
    String info =
        join(
            Joining.INFO,
            new StatusOutput<>(StringCodec.UTF8),
            "$9\r\n# S\r\nx:1\n\r\n",
            "$9\r\n# S\r\nx:2\n\r\n");

    assertThat(info)
        .isEqualTo("# Node\r\nnode:a\r\n\r\n# S\r\nx:1\n\r\n# Node\r\nnode:b\r\n\r\n# S\r\nx:2\n");
  }

  @Test
  void aReplyOfAnotherTypeFailsTheCommand() {
    List<NodeReply> replies = List.of(new NodeReply("a", reply("*1\r\n+x\r\n")));

    assertThatExceptionOfType(CressException.class).isThrownBy(() -> Joining.SUM.join(replies));
    assertThatExceptionOfType(CressException.class).isThrownBy(() -> Joining.AND.join(replies));
    assertThatExceptionOfType(CressException.class).isThrownBy(() -> Joining.INFO.join(replies));
  }
}
