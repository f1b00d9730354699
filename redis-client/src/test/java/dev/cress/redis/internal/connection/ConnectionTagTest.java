package dev.cress.redis.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTagTest {

  @Test
  void whatIsWrittenIsReadAgain() {
    ConnectionTag tag = new ConnectionTag("orders", 12, "member-1", "user:with:colons");

    assertThat(ConnectionTag.parse(tag.toString())).contains(tag);
  }

  @Test
  void aTagWithoutAUserNameIsReadAgain() {
    ConnectionTag tag = new ConnectionTag("orders", 0, "m", "");

    assertThat(ConnectionTag.parse(tag.toString())).contains(tag);
  }

  @Test
  void aConnectionThatCarriesNoKeyIsOlderThanNoVersion() {
    ConnectionTag tag = new ConnectionTag("orders", ConnectionTag.ANY_VERSION, "m", "");

    assertThat(ConnectionTag.parse(tag.toString()))
        .hasValueSatisfying(read -> assertThat(read.version()).isGreaterThan(1L << 56));
  }

  @Test
  void onlyTheVersionChanges() {
    ConnectionTag tag = new ConnectionTag("orders", 1, "m", "u");

    assertThat(tag.withVersion(2)).isEqualTo(new ConnectionTag("orders", 2, "m", "u"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "app", "cress", "cress:orders", "cress:orders:x:m:u", "my:orders:1:m:u"})
  void otherNamesAreNotOurs(String name) {
    assertThat(ConnectionTag.parse(name)).isEmpty();
  }
}
