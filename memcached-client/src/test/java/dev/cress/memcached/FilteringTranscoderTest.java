package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.CressException;
import java.io.ObjectInputFilter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import net.spy.memcached.CachedData;
import net.spy.memcached.transcoders.SerializingTranscoder;
import org.junit.jupiter.api.Test;

final class FilteringTranscoderTest {

  private final SerializingTranscoder plain = new SerializingTranscoder();

  private static FilteringTranscoder filtering(String pattern) {
    return new FilteringTranscoder(ObjectInputFilter.Config.createFilter(pattern));
  }

  @SuppressWarnings("JavaUtilDate") // spymemcached has a form of its own for it
  private static List<Object> values() {
    byte[] noise = new byte[20_000];
    new Random(42).nextBytes(noise);
    return List.of(
        "text",
        "{\"json\":1}",
        "ü".repeat(20_000),
        true,
        (byte) 1,
        2,
        3L,
        4.5f,
        6.7,
        new Date(8),
        new byte[] {9},
        noise,
        new ArrayList<>(List.of("a", "b")),
        new ArrayList<>(Collections.nCopies(20_000, "c")),
        new BigDecimal("10.11"));
  }

  @Test
  void whatIsWrittenIsWhatSpymemcachedWrites() {
    FilteringTranscoder filtering = filtering("!*");
    for (Object value : values()) {
      CachedData ours = filtering.encode(value);
      CachedData theirs = plain.encode(value);

      assertThat(ours.getFlags()).isEqualTo(theirs.getFlags());
      assertThat(ours.getData()).isEqualTo(theirs.getData());
      assertThat(filtering.asyncDecode(ours)).isEqualTo(plain.asyncDecode(theirs));
    }
    assertThat(filtering.getMaxSize()).isEqualTo(plain.getMaxSize());
  }

  @Test
  void whatTheFilterAllowsIsRead() {
    FilteringTranscoder filtering = filtering("java.base/*;!*");
    for (Object value : values()) {
      assertThat(filtering.decode(plain.encode(value))).isEqualTo(value);
    }
  }

  @Test
  void aClassThatTheFilterRejectsFailsTheReadByItsName() {
    for (Object value :
        List.of(
            new BigDecimal("1"),
            new ArrayList<>(List.of(new BigDecimal("1"))),
            new ArrayList<>(Collections.nCopies(20_000, new BigDecimal("1"))))) {
      assertThatExceptionOfType(CressException.class)
          .isThrownBy(() -> filtering("!java.math.*").decode(plain.encode(value)))
          .withMessage("the object input filter rejects java.math.BigDecimal");
    }
  }

  @Test
  void valuesThatAreNotSerializedPassEveryFilter() {
    FilteringTranscoder filtering = filtering("!*");

    assertThat(filtering.decode(plain.encode("text"))).isEqualTo("text");
    assertThat(filtering.decode(plain.encode(7))).isEqualTo(7);
  }

  @Test
  void aLimitOfTheFilterFailsTheRead() {
    assertThatExceptionOfType(CressException.class)
        .isThrownBy(() -> filtering("maxbytes=10").decode(plain.encode(new BigDecimal("1"))))
        .withMessageStartingWith("the object input filter rejects ");
  }

  @Test
  void aFilterThatThrowsFailsTheRead() {
    FilteringTranscoder filtering =
        new FilteringTranscoder(
            info -> {
              throw new IllegalStateException("on purpose");
            });

    assertThatExceptionOfType(CressException.class)
        .isThrownBy(() -> filtering.decode(plain.encode(new BigDecimal("1"))))
        .withMessageStartingWith("the object input filter failed at ")
        .withRootCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void bytesThatAreNoObjectAreReadAsSpymemcachedReadsThem() {
    CachedData broken = new CachedData(1, new byte[] {1, 2, 3}, plain.getMaxSize());

    assertThat(plain.decode(broken)).isNull();
    assertThat(filtering("*").decode(broken)).isNull();
  }
}
