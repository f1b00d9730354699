package dev.cress.redis.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.health.NodeBreaker;
import dev.cress.health.NodeBreakers;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The watch over a channel whose stack of commands and whose clock the test moves. */
class ReplyWatchTest {

  private long now;
  private final Queue<RedisCommand<?, ?, ?>> waiting = new ArrayDeque<>();
  private final NodeBreaker breaker = new NodeBreakers(() -> now).add("a");
  private final EmbeddedChannel channel =
      new EmbeddedChannel(new ReplyWatch(waiting, () -> now), new Replies(waiting));

  @BeforeEach
  void introduce() {
    channel.freezeTime();
    Introduction introduction =
        new Introduction(
            "a", new NodeHealth("a", breaker), new ConnectionTag("default", 1, "member", ""));
    send(introduction);
    answer(1);
  }

  private static AsyncCommand<byte[], byte[], String> command() {
    return new AsyncCommand<>(
        new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
  }

  /** As Lettuce does it: first the command waits, then it is written. */
  private void send(RedisCommand<?, ?, ?> command) {
    waiting.add(command);
    channel.writeOneOutbound(command);
  }

  private List<AsyncCommand<byte[], byte[], String>> send(int count) {
    List<AsyncCommand<byte[], byte[], String>> sent =
        IntStream.range(0, count).mapToObj(i -> command()).toList();
    sent.forEach(this::send);
    return sent;
  }

  private void answer(int count) {
    channel.writeInbound(count);
  }

  private void timeOut(List<AsyncCommand<byte[], byte[], String>> commands) {
    commands.forEach(command -> command.completeExceptionally(new TimeoutException()));
  }

  private void pass(long millis) {
    for (long passed = 0; passed < millis; passed += 100) {
      now += TimeUnit.MILLISECONDS.toNanos(100);
      channel.advanceTimeBy(100, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
    }
  }

  @Test
  void aSilentNodeIsKeptAwayFromWhenItsCallersHaveGivenUp() {
    timeOut(send(4));
    pass(1_000);
    assertThat(breaker.isOpen()).isFalse();

    timeOut(send(1));
    pass(100);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aLongQueueOfTimeOutsOpensIt() {
    timeOut(send(10_000));

    pass(700);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aFailureThatWasCountedIsNotCountedAgainWhenItsReplyComesLate() {
    timeOut(send(5));
    pass(600);
    answer(3);
    pass(600);
    answer(2);

    pass(600);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void aFailureThatWasCountedIsNotCountedAgainWhenItsConnectionIsLost() {
    timeOut(send(5));
    pass(600);

    channel.pipeline().fireChannelInactive();

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void callersThatStillWaitAreNoFailure() {
    send(100);

    pass(60_000);

    assertThat(breaker.isOpen()).isFalse();
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void oneThatWaitsLongDoesNotHideTheOthersWhoseCallersHaveGivenUp() {
    send(1);
    timeOut(send(10));
    pass(700);
    timeOut(send(10));
    pass(100);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void repliesThatComeTooLateAreFailures() {
    for (int i = 0; i < 7; i++) {
      timeOut(send(2));
      answer(2);
      pass(100);
    }

    assertThat(breaker.isOpen()).isTrue();
  }

  /** All of it is sent and answered, whoever has given up. */
  @Test
  void aTransactionThatIsAnsweredTooLateIsAFailure() {
    for (int i = 0; i < 7; i++) {
      timeOut(List.of(sendTransaction()));
      answer(2);
      pass(100);
    }

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aConnectionThatIsSilentIsClosedWhenOnlyTransactionsWereGivenUp() {
    timeOut(List.of(sendTransaction()));

    pass(11_000);

    assertThat(channel.isOpen()).isFalse();
  }

  private AsyncCommand<byte[], byte[], String> sendTransaction() {
    AsyncCommand<byte[], byte[], String> exec = command();
    List<RedisCommand<?, ?, ?>> all =
        List.of(SentAnyway.of(command(), exec), SentAnyway.of(exec, () -> {}));
    waiting.addAll(all);
    channel.writeOneOutbound(all);
    return exec;
  }

  @Test
  void whatComesLateBecauseThisProcessWasBusyIsNoFailure() {
    for (int i = 0; i < 20; i++) {
      timeOut(send(10));
      answer(10);
      now += TimeUnit.MILLISECONDS.toNanos(100);
      pass(100);
    }

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void repliesInTimeKeepItClosedWhateverSomeCallersDo() {
    for (int i = 0; i < 20; i++) {
      timeOut(send(1));
      answer(1);
      send(9);
      answer(9);
      pass(100);
    }

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void connectionsThatAreLostAgainAndAgainAreFailures() {
    send(5);
    channel.pipeline().fireChannelInactive();
    now += TimeUnit.SECONDS.toNanos(1);
    channel.pipeline().fireChannelInactive();

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aConnectionThatIsSilentForTenSecondsIsClosedWhenACallerHasGivenUp() {
    pass(100);
    timeOut(send(1));
    pass(9_900);
    assertThat(channel.isOpen()).isTrue();

    pass(100);

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void anythingThatIsHeardKeepsTheConnection() {
    timeOut(send(3));
    pass(9_900);
    answer(1);

    pass(9_900);

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void aChannelThatIsNotReadIsNotSilent() {
    channel.config().setAutoRead(false);
    timeOut(send(10));

    pass(60_000);

    assertThat(channel.isOpen()).isTrue();
    assertThat(breaker.isOpen()).isFalse();
  }

  /** Stands for Lettuce's handler: takes as many commands as the message says. */
  private static final class Replies extends ChannelInboundHandlerAdapter {
    private final Queue<RedisCommand<?, ?, ?>> waiting;

    Replies(Queue<RedisCommand<?, ?, ?>> waiting) {
      this.waiting = waiting;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      for (int i = 0; i < (Integer) message; i++) {
        RedisCommand<?, ?, ?> answered = waiting.remove();
        answered.complete();
      }
    }
  }
}
