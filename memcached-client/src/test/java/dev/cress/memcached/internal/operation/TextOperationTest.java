package dev.cress.memcached.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.node.CressException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;
import org.junit.jupiter.api.Test;

final class TextOperationTest {

  private final TextOperationFactory operations = new TextOperationFactory(false);
  private final Caller caller = new Caller();

  static String request(Operation operation) {
    operation.initialize();
    return StandardCharsets.UTF_8.decode(operation.getBuffer()).toString();
  }

  static void reply(Operation operation, String text) throws IOException {
    operation.readFromBuffer(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MultiGetText part(Map<Integer, MultiGetText> parts, int group) {
    return Objects.requireNonNull(parts.get(group));
  }

  @Test
  void aReplyMayComeInPieces() throws Exception {
    Operation get = operations.get(List.of("ä", "b"), caller);
    assertThat(request(get)).isEqualTo("get ä b\r\n");

    for (byte b :
        "VALUE ä 0 4\r\n\r\nEN\r\nVALUE b 1 0\r\n\r\nEND\r\n".getBytes(StandardCharsets.UTF_8)) {
      get.readFromBuffer(ByteBuffer.wrap(new byte[] {b}));
    }

    assertThat(caller.events).containsExactly("ä=\r\nEN", "b=", "END", "complete");
  }

  @Test
  void whatFollowsAReplyIsLeftToTheNextOperation() throws Exception {
    Operation get = operations.get("a", caller);
    ByteBuffer data = ByteBuffer.wrap("END\r\nSTORED\r\n".getBytes(StandardCharsets.UTF_8));

    get.readFromBuffer(data);

    assertThat(data.remaining()).isEqualTo("STORED\r\n".length());
    assertThat(caller.events).containsExactly("NOT_FOUND", "complete");
  }

  @Test
  void aCallerHearsOfTheEndOnce() throws Exception {
    Operation get = operations.get("a", caller);

    get.cancel();
    reply(get, "END\r\n");

    assertThat(caller.events).containsExactly("cancelled", "complete");
  }

  @Test
  void aCallerThatThrowsIsNotHeardOfByTheConnection() throws Exception {
    TextOperation broken =
        (TextOperation)
            operations.version(
                new Caller() {
                  @Override
                  public void receivedStatus(OperationStatus status) {
                    throw new IllegalStateException("on purpose");
                  }
                });

    reply(broken, "VERSION 1.6.18\r\n");

    assertThat(broken.isAnswered()).isTrue();
  }

  @Test
  void anErrorReplyIsRecordedAndNotThrown() throws Exception {
    TextOperation get = (TextOperation) operations.get("secret", caller);

    reply(get, "SERVER_ERROR out of memory\r\n");

    assertThat(get.hasErrored()).isTrue();
    assertThat(get.getException()).hasMessage("SERVER_ERROR out of memory");
    assertThat(get.isAnswered()).isFalse();
    assertThat(caller.events).containsExactly("SERVER_ERROR out of memory", "complete");
  }

  /** spymemcached's caller of a CAS throws on any other status of a failure. */
  @Test
  void aCasThatFailsLooksCancelledToItsCaller() throws Exception {
    Operation cas = operations.cas(StoreType.set, "a", 1, 0, 0, new byte[1], caller);

    reply(cas, "SERVER_ERROR out of memory\r\n");

    assertThat(cas.hasErrored()).isTrue();
    assertThat(caller.events).containsExactly("cancelled", "complete");
  }

  @Test
  void aReplyToSomethingElseEndsTheConnectionAndShowsNoKey() {
    Operation get = operations.get("secret", caller);

    assertThatIOException()
        .isThrownBy(() -> reply(get, "STORED\r\n"))
        .withMessage("unexpected reply to get");
    assertThat(get).hasToString("get");
  }

  @Test
  void aSplitReadEndsWithItsLastPart() throws Exception {
    MultiGetText whole = (MultiGetText) operations.get(List.of("a", "b", "c", "a"), caller);
    Map<Integer, MultiGetText> parts = whole.split(key -> key[0] == 'a' ? 0 : 1, () -> {});
    assertThat(request(part(parts, 0))).isEqualTo("get a\r\n");
    assertThat(request(part(parts, 1))).isEqualTo("get b c\r\n");

    reply(part(parts, 1), "VALUE c 0 1\r\nx\r\nEND\r\n");
    assertThat(caller.events).containsExactly("c=x");
    reply(part(parts, 0), "END\r\n");

    assertThat(caller.events).containsExactly("c=x", "END", "complete");
  }

  @Test
  void aSplitReadFailsWithAPart() throws Exception {
    MultiGetText whole = (MultiGetText) operations.get(List.of("a", "b"), caller);
    Map<Integer, MultiGetText> parts = whole.split(key -> key[0], () -> {});

    part(parts, (int) 'b').fail(new CressException("node b is gone"));
    assertThat(caller.events).isEmpty();
    reply(part(parts, (int) 'a'), "VALUE a 0 1\r\nx\r\nEND\r\n");

    assertThat(whole.hasErrored()).isTrue();
    assertThat(caller.events).containsExactly("a=x", "node b is gone", "complete");
  }

  @Test
  void anArgumentOfStatsCannotEndItsLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operations.stats("settings\r\nflush_all", caller));
  }

  /** Writes down what it is told. */
  private static class Caller
      implements GetOperation.Callback, StatsOperation.Callback, StoreOperation.Callback {
    final List<String> events = new ArrayList<>();

    @Override
    public void gotData(String key, int flags, byte[] data) {
      events.add(key + "=" + new String(data, StandardCharsets.UTF_8));
    }

    @Override
    public void gotData(String key, long cas) {
      events.add(key);
    }

    @Override
    public void gotStat(String name, String value) {
      events.add(name);
    }

    @Override
    public void receivedStatus(OperationStatus status) {
      events.add(status.getMessage());
    }

    @Override
    public void complete() {
      events.add("complete");
    }
  }
}
