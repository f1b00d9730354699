package dev.cress.memcached.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetadumpText;
import dev.cress.memcached.internal.operation.TextOperation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SilenceTest {

  private static final long MOST = 10;

  private long now = Long.MAX_VALUE - 15;
  private final Silence silence = new Silence(MOST, () -> now);
  private final TextOperation list = new MetadumpText(key -> {});

  private void send(String text) throws Exception {
    list.readFromBuffer(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void aReplyThatDoesNotComeIsOverdue() {
    assertThat(silence.isTooLong(list)).isFalse();

    now += MOST;
    assertThat(silence.isTooLong(list)).isFalse();
    now++;
    assertThat(silence.isTooLong(list)).isTrue();
  }

  @Test
  void aReplyThatIsStillComingIsNot() throws Exception {
    assertThat(silence.isTooLong(list)).isFalse();
    for (int i = 0; i < 20; i++) {
      now += MOST + 1;
      send("key=a exp=-1\n");
      assertThat(silence.isTooLong(list)).isFalse();
    }

    now += MOST + 1;
    assertThat(silence.isTooLong(list)).isTrue();
  }

  @Test
  void aPieceOfALineIsASignOfLife() throws Exception {
    assertThat(silence.isTooLong(list)).isFalse();

    now += MOST + 1;
    send("k");

    assertThat(silence.isTooLong(list)).isFalse();
  }

  @Test
  void theTimeOfTheNextReplyBeginsWhenItIsItsTurn() {
    TextOperation next = MetaGet.look(new byte[] {'k'});
    assertThat(silence.isTooLong(list)).isFalse();

    now += MOST + 1;
    assertThat(silence.isTooLong(next)).isFalse();
    now += MOST + 1;
    assertThat(silence.isTooLong(next)).isTrue();
    assertThat(silence.isTooLong(null)).isFalse();
  }
}
