package dev.cress.memcached.internal.operation;

import static dev.cress.memcached.internal.operation.MetaOperationTest.failure;
import static dev.cress.memcached.internal.operation.TextOperationTest.reply;
import static dev.cress.memcached.internal.operation.TextOperationTest.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines are those of 1.6.18, which ends all but the last with a bare LF. */
final class MetadumpTextTest {

  private final List<String> keys = new ArrayList<>();
  private final MetadumpText list = new MetadumpText(key -> keys.add(new String(key, UTF_8)));

  @Test
  void eachKeyIsDecoded() throws Exception {
    assertThat(request(list)).isEqualTo("lru_crawler metadump hash\r\n");

    reply(list, "key=k exp=1796034701 la=1796034605 cas=4 fetch=yes cls=1 size=71\n");
    reply(list, "key=%C3%A4%25%3D%26%2Bk exp=-1 la=1796034611 cas=12 fetch=no cls=1 size=67\n");
    assertThat(keys).containsExactly("k", "ä%=&+k");
    assertThat(list.reply()).isNotDone();
    reply(list, "END\r\n");

    assertThat(list.reply()).isCompletedWithValue(true);
  }

  @Test
  void aServerThatIsBusyIsToBeAskedLater() throws Exception {
    reply(list, "BUSY currently processing crawler request\r\n");

    assertThat(list.reply()).isCompletedWithValue(false);
  }

  @Test
  void aServerWithoutACrawlerSaysSo() throws Exception {
    reply(list, "CLIENT_ERROR lru crawler disabled\r\n");

    assertThat(failure(list.reply())).hasMessage("CLIENT_ERROR lru crawler disabled");
  }

  @Test
  void aTakerThatThrowsFailsTheListAtItsEnd() throws Exception {
    MetadumpText broken =
        new MetadumpText(
            key -> {
              keys.add(new String(key, UTF_8));
              throw new IllegalStateException("on purpose");
            });

    reply(broken, "key=a exp=-1\nkey=b exp=-1\n");
    assertThat(broken.reply()).isNotDone();
    reply(broken, "END\r\n");

    assertThat(failure(broken.reply())).hasRootCauseMessage("on purpose");
    assertThat(keys).containsExactly("a");
  }

  @Test
  void aTakerGetsNoMoreKeysAfterACancel() throws Exception {
    reply(list, "key=a exp=-1\n");

    list.cancel();
    reply(list, "key=b exp=-1\nEND\r\n");

    assertThat(keys).containsExactly("a");
    assertThat(failure(list.reply())).hasMessage("lru_crawler metadump hash was cancelled");
  }

  @Test
  void aLineOfSomethingElseEndsTheConnection() {
    for (String line : List.of("STORED\r\n", "key=%4\n", "key=%zz exp=-1\n", "\n")) {
      assertThatIOException().isThrownBy(() -> reply(new MetadumpText(key -> {}), line));
    }
  }
}
