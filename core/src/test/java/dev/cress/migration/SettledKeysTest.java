package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SettledKeysTest {

  private final SettledKeys settled = new SettledKeys(2);

  private static Key key(String text) {
    return new Key(Commands.bytes(text));
  }

  @Test
  void aKeyIsItsBytes() {
    settled.add(key("k"));

    assertThat(settled.contains(key("k"))).isTrue();
    assertThat(settled.contains(key("K"))).isFalse();
    assertThat(key("k")).isEqualTo(key("k")).hasSameHashCodeAs(key("k")).isNotEqualTo(key("l"));
  }

  @Test
  void keysOfTheOlderGenerationAreKnownUntilTheYoungerIsFullAgain() {
    for (String name : new String[] {"1", "2", "3", "4"}) {
      settled.add(key(name));
    }
    assertThat(settled.contains(key("1"))).isTrue();

    settled.add(key("5"));

    assertThat(settled.contains(key("1"))).isFalse();
    assertThat(settled.contains(key("2"))).isFalse();
    assertThat(settled.contains(key("3"))).isTrue();
    assertThat(settled.contains(key("5"))).isTrue();
  }

  @Test
  void aRemovedKeyIsForgottenInBothGenerations() {
    settled.add(key("old"));
    settled.add(key("filler"));
    settled.add(key("young"));
    settled.add(key("old"));

    assertThat(settled.remove(key("old"))).isTrue();
    assertThat(settled.remove(key("old"))).isFalse();
    assertThat(settled.contains(key("old"))).isFalse();
    assertThat(settled.remove(key("young"))).isTrue();
    assertThat(settled.remove(key("never"))).isFalse();
  }
}
