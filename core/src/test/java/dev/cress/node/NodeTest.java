package dev.cress.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeTest {

  @Test
  void hasWeightOneAndNoZoneByDefault() {
    Node node = Node.of("a", "localhost", 6379);

    assertThat(node).isEqualTo(new Node("a", "localhost", 6379, 1, null));
    assertThat(node).isEqualTo(Node.builder("a").address("localhost", 6379).build());
  }

  @Test
  void builderSetsEveryValue() {
    Node node = Node.builder("b").address("10.0.0.2", 6380).weight(2).zone("eu-1b").build();

    assertThat(node).isEqualTo(new Node("b", "10.0.0.2", 6380, 2, "eu-1b"));
  }

  @Test
  void builderRefusesAMissingAddress() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.builder("b").build())
        .withMessage("address must be set but was missing for node b");
  }

  @Test
  void addressPutsIpv6InBrackets() {
    assertThat(Node.of("a", "localhost", 6379).address()).isEqualTo("localhost:6379");
    assertThat(Node.of("a", "::1", 6379).address()).isEqualTo("[::1]:6379");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|a=h:1",
        "2|a=h:1;weight=2",
        "0.5|a=h:1;weight=0.5",
        "3000000|a=h:1;weight=3000000",
        "1e300|a=h:1;weight=1.0E300",
      })
  void textShowsTheWeightUnlessItIsOne(double weight, String text) {
    assertThat(Node.builder("a").address("h", 1).weight(weight).build()).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
  void refusesAWeightThatIsNotPositive(double weight) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Node("a", "h", 1, weight, null))
        .withMessage("weight must be greater than 0 but was " + weight);
  }

  @Test
  void refusesAnInfiniteWeight() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Node("a", "h", 1, Double.POSITIVE_INFINITY, null))
        .withMessage("weight must be finite but was Infinity");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void refusesAPortOutOfRange(int port) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of("a", "h", port))
        .withMessage("port must be between 1 and 65535 but was " + port);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_535})
  void acceptsTheFirstAndTheLastPort(int port) {
    assertThat(Node.of("a", "h", port).port()).isEqualTo(port);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a=b|a=b",
        "a,b|a,b",
        "a;b|a;b",
        "a\tb|a\\u0009b",
        "a\0|a\\u0000",
        "\u0085a|\\u0085a"
      })
  void refusesSpecialCharactersInNameAndZone(String label, String shown) {
    String rest = " must have none of = , ; or control characters but was \"" + shown + "\"";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of(label, "h", 1))
        .withMessage("name" + rest);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Node("a", "h", 1, 1, label))
        .withMessage("zone" + rest);
  }

  @Test
  void nameHas1To255BytesInUtf8() {
    String bytes255 = "ü".repeat(127) + "x";

    assertThat(Node.of(bytes255, "h", 1).name()).isEqualTo(bytes255);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of("ü".repeat(128), "h", 1))
        .withMessageStartingWith("name must have 1 to 255 bytes in UTF-8 but has 256: \"üü");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of("", "h", 1))
        .withMessage("name must have 1 to 255 bytes in UTF-8 but has 0: \"\"");
  }

  @Test
  void refusesNamesThatLookAlikeInUtf8OrInText() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of("a\ud800", "h", 1))
        .withMessage("name must be valid Unicode but was \"a\\ud800\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of(" a", "h", 1))
        .withMessage("name must not begin or end with white space but was \" a\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a,b", "[::1]", "a=b", "a;b", "a\u0000"})
  void refusesAHostThatIsNone(String host) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Node.of("a", host, 1))
        .withMessageStartingWith("host must ")
        .withMessageEndingWith(" but was " + NodeText.quote(host));
  }
}
