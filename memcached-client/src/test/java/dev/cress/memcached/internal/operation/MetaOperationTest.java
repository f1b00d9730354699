package dev.cress.memcached.internal.operation;

import static dev.cress.memcached.internal.operation.TextOperationTest.reply;
import static dev.cress.memcached.internal.operation.TextOperationTest.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.memcached.error.NodeUnavailableException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import net.spy.memcached.ops.Mutator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetaOperationTest {

  private static final byte[] KEY = "kä".getBytes(UTF_8);
  private static final byte[] DATA = "abc".getBytes(UTF_8);
  private static final long TOKEN = CasToken.of(3, 7);

  private static MetaSet set(MetaSet.Mode mode) {
    return new MetaSet(KEY, mode, 1, 60, DATA, TOKEN);
  }

  static Throwable failure(CompletableFuture<?> reply) {
    assertThat(reply).isCompletedExceptionally();
    return Objects.requireNonNull(reply.handle((value, failure) -> failure).join());
  }

  @Test
  void aReadAsksForAllThatAMoveNeeds() {
    assertThat(request(MetaGet.look(KEY))).isEqualTo("mg kä s v f c t\r\n");
    assertThat(request(MetaGet.lease(KEY, 5))).isEqualTo("mg kä s v f c t N5\r\n");
    assertThat(request(MetaGet.take(KEY))).isEqualTo("mg kä s v f c t T-1\r\n");
    assertThat(request(MetaGet.touch(KEY, 9))).isEqualTo("mg kä s v f c t T9\r\n");
  }

  @Test
  void aWriteSendsTheServersOwnToken() {
    assertThat(request(new MetaSet(KEY, MetaSet.Mode.ADD, -1, 0, DATA)))
        .isEqualTo("ms kä 3 T0 F4294967295 ME\r\nabc\r\n");
    assertThat(request(set(MetaSet.Mode.SET))).isEqualTo("ms kä 3 T60 F1 C7\r\nabc\r\n");
    assertThat(request(set(MetaSet.Mode.REPLACE))).isEqualTo("ms kä 3 T60 F1 MR C7\r\nabc\r\n");
    assertThat(request(set(MetaSet.Mode.APPEND))).isEqualTo("ms kä 3 T60 F1 MA C7\r\nabc\r\n");
    assertThat(request(set(MetaSet.Mode.PREPEND))).isEqualTo("ms kä 3 T60 F1 MP C7\r\nabc\r\n");
    assertThat(request(new MetaDelete(KEY))).isEqualTo("md kä\r\n");
    assertThat(request(new MetaDelete(KEY, TOKEN))).isEqualTo("md kä C7\r\n");
    assertThat(request(new MetaArithmetic(KEY, Mutator.incr, 5, TOKEN)))
        .isEqualTo("ma kä C7 MI D5 v\r\n");
    assertThat(request(new MetaArithmetic(KEY, Mutator.decr, 5, TOKEN)))
        .isEqualTo("ma kä C7 MD D5 v\r\n");
  }

  @ParameterizedTest
  @CsvSource({"'',PRESENT", "' W',WON", "' Z',LEASED", "' X qzzz',PRESENT"})
  void anItemTellsWhoseTurnItIs(String flags, MetaItem.State state) throws Exception {
    MetaGet get = MetaGet.look(KEY);
    get.givenTo(3);

    reply(get, "VA 3 s3 f4294967295 c7 t60" + flags + "\r\nabc\r\n");

    MetaItem item = get.reply().join();
    assertThat(item.state()).isEqualTo(state);
    assertThat(item.flags()).isEqualTo(-1);
    assertThat(item.token()).isEqualTo(TOKEN);
    assertThat(item.ttl()).isEqualTo(60);
    assertThat(item.data()).isEqualTo(DATA);
  }

  @Test
  void anEmptyItemIsNoAbsentOneAndMayComeInPieces() throws Exception {
    MetaGet empty = MetaGet.look(KEY);
    MetaGet absent = MetaGet.look(KEY);

    for (byte b : "VA 0 s0 f0 c1 t-1\r\n\r\n".getBytes(UTF_8)) {
      assertThat(empty.reply()).isNotDone();
      empty.readFromBuffer(ByteBuffer.wrap(new byte[] {b}));
    }
    reply(absent, "EN\r\n");

    assertThat(empty.reply().join().state()).isEqualTo(MetaItem.State.PRESENT);
    assertThat(empty.reply().join().ttl()).isEqualTo(-1);
    assertThat(empty.reply().join().data()).isEmpty();
    assertThat(absent.reply().join().state()).isEqualTo(MetaItem.State.ABSENT);
  }

  @Test
  void aReadFailsWhereTheServersTokenIsTooLarge() throws Exception {
    MetaGet get = MetaGet.look(KEY);

    reply(get, "VA 0 s0 f0 c281474976710656 t-1\r\n\r\n");

    assertThat(failure(get.reply())).hasMessageContaining("below 2^48 but was 281474976710656");
  }

  @ParameterizedTest
  @CsvSource({"HD,DONE", "EX,EXISTS", "NF,NOT_FOUND", "NS,NOT_STORED"})
  void aWriteTellsItsOutcome(String reply, MetaOutcome outcome) throws Exception {
    MetaSet set = set(MetaSet.Mode.SET);
    MetaDelete delete = new MetaDelete(KEY);

    reply(set, reply + "\r\n");
    reply(delete, reply + "\r\n");

    assertThat(set.reply()).isCompletedWithValue(outcome);
    assertThat(delete.reply()).isCompletedWithValue(outcome);
  }

  @Test
  void arithmeticAnswersTheServersText() throws Exception {
    MetaArithmetic done = new MetaArithmetic(KEY, Mutator.incr, 1, TOKEN);
    MetaArithmetic changed = new MetaArithmetic(KEY, Mutator.incr, 1, TOKEN);

    reply(done, "VA 20\r\n18446744073709551615\r\n");
    reply(changed, "EX\r\n");

    assertThat(done.reply())
        .isCompletedWithValue(new MetaCount(MetaOutcome.DONE, "18446744073709551615"));
    assertThat(changed.reply()).isCompletedWithValue(new MetaCount(MetaOutcome.EXISTS, ""));
  }

  @Test
  void aTokenIsGoodForItsOwnSocketOnly() throws Exception {
    MetaSet set = set(MetaSet.Mode.SET);
    MetaArithmetic count = new MetaArithmetic(KEY, Mutator.incr, 1, TOKEN);
    assertThat(set.fits(3)).isTrue();
    assertThat(set.fits(4)).isFalse();
    assertThat(count.fits(4)).isFalse();
    assertThat(new MetaDelete(KEY, 0).fits(3)).isFalse();
    assertThat(new MetaDelete(KEY).fits(3)).isTrue();

    set.endAsChanged();
    count.endAsChanged();

    assertThat(set.reply()).isCompletedWithValue(MetaOutcome.EXISTS);
    assertThat(count.reply()).isCompletedWithValue(new MetaCount(MetaOutcome.EXISTS, ""));
  }

  /** A server stores where there is no item, whatever the token is. */
  @Test
  void anAddTakesNoToken() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> set(MetaSet.Mode.ADD))
        .withMessage("mode must not be ADD with a token");
  }

  @Test
  void aReplyFailsWithTheCauseItself() {
    MetaGet get = MetaGet.look(KEY);
    NodeUnavailableException cause = new NodeUnavailableException("a", null);

    get.fail(cause);

    assertThat(failure(get.reply())).isSameAs(cause);
  }

  @Test
  void aReplyFailsWithTheServersText() throws Exception {
    MetaArithmetic count = new MetaArithmetic(KEY, Mutator.incr, 1, TOKEN);

    reply(count, "CLIENT_ERROR cannot increment or decrement non-numeric value\r\n");

    assertThat(failure(count.reply()))
        .hasMessage("CLIENT_ERROR cannot increment or decrement non-numeric value");
  }

  @Test
  void aReplyFailsWhenItsOperationIsCancelledOrTooLate() {
    MetaGet cancelled = MetaGet.look(KEY);
    MetaGet late = MetaGet.look(KEY);

    cancelled.cancel();
    late.timeOut();

    assertThat(failure(cancelled.reply())).hasMessage("mg was cancelled");
    assertThat(failure(late.reply())).hasMessage("mg timed out");
  }

  @Test
  void aReplyToSomethingElseEndsTheConnection() {
    assertThatIOException().isThrownBy(() -> reply(MetaGet.look(KEY), "HD\r\n"));
    assertThatIOException().isThrownBy(() -> reply(MetaGet.look(KEY), "VA 1 fx\r\n"));
    assertThatIOException().isThrownBy(() -> reply(new MetaDelete(KEY), "EN\r\n"));
    assertThatIOException()
        .isThrownBy(() -> reply(new MetaArithmetic(KEY, Mutator.incr, 1, 0), "HD\r\n"));
  }

  /** Other clients may have sent it in base64, and the server lists it. */
  @Test
  void aKeyThatWouldEndTheLineIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetaGet.look("a\r\nflush_all".getBytes(UTF_8)))
        .withMessageStartingWith("a key must have no white space");
    assertThat(MetaGet.look(KEY).getKeys()).containsExactly("kä");
  }
}
