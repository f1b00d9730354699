package dev.cress.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SipHash24Test {

  /**
   * From the table of the reference implementation (vectors of SipHash-2-4 with 64 bits): the key
   * and the message are 00, 01, 02 and so on. That of 15 bytes is also in the paper.
   */
  @ParameterizedTest
  @CsvSource({
    "0,726fdb47dd0e0e31",
    "1,74f839c593dc67fd",
    "2,0d6c8009d9a94f5a",
    "7,ab0200f58b01d137",
    "8,93f5f5799a932462",
    "15,a129ca6149be45e5",
    "63,958a324ceb064572"
  })
  void isTheReferenceTable(int length, String hash) {
    HashFunction function = HashFunctions.sipHash24(upTo(16));

    assertThat(function.of(upTo(length), 0, length)).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  @Test
  void copiesTheSecretAndShowsOnlyADigestOfIt() {
    byte[] secret = upTo(16);
    HashFunction function = HashFunctions.sipHash24(secret);
    long hash = function.of(secret, 0, 0);

    secret[0] = 1;

    assertThat(function.of(secret, 0, 0)).isEqualTo(hash);
    assertThat(function.id()).isEqualTo("siphash-2-4(be45cb2605bf36be)").isEqualTo("" + function);
    assertThat(HashFunctions.sipHash24(secret).id()).isNotEqualTo(function.id());
    assertThat(HashFunctions.sipHash24(secret).of(secret, 0, 0)).isNotEqualTo(hash);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15, 17})
  void refusesASecretOfAnotherLength(int length) {
    assertThatThrownBy(() -> HashFunctions.sipHash24(new byte[length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("secret must have 16 bytes but had " + length + " bytes");
  }

  private static byte[] upTo(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }
}
