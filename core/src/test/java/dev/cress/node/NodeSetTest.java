package dev.cress.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeSetTest {

  private static final Node A = Node.of("a", "h1", 1);
  private static final Node B = Node.builder("b").address("h2", 2).weight(2).zone("z").build();
  private static final Node C = Node.of("c", "h3", 3);

  @Test
  void isSortedByNameWhateverTheOrderGiven() {
    assertThat(NodeSet.of(C, A, B))
        .containsExactly(A, B, C)
        .isEqualTo(NodeSet.of(List.of(B, C, A)));
    assertThat(NodeSet.of(C, A, B)).hasSameHashCodeAs(NodeSet.of(A, B, C));
    assertThat(NodeSet.of(A, B)).isNotEqualTo(NodeSet.of(A, C));
  }

  /** In UTF-16 the first char of U+1F600 is below U+FF5E; in UTF-8 its first byte is above. */
  @Test
  void orderIsThatOfUnsignedUtf8Bytes() {
    Node wide = Node.of("\uff5e", "h4", 4);
    Node emoji = Node.of("\ud83d\ude00", "h5", 5);

    assertThat(NodeSet.of(emoji, wide, A)).containsExactly(A, wide, emoji);
  }

  @Test
  void givesNodesByIndexAndByName() {
    NodeSet nodes = NodeSet.of(B, A);

    assertThat(nodes.size()).isEqualTo(2);
    assertThat(nodes.get(1)).isEqualTo(B);
    assertThat(nodes.find("a")).contains(A);
    assertThat(nodes.find("c")).isEmpty();
    assertThat(nodes.nodes()).containsExactly(A, B);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> nodes.nodes().remove(A));
  }

  @Test
  void doesNotSeeLaterChangesOfTheCollection() {
    List<Node> list = new ArrayList<>(List.of(A));
    NodeSet nodes = NodeSet.of(list);

    list.add(B);

    assertThat(nodes).containsExactly(A);
  }

  @Test
  void mayBeEmpty() {
    assertThat(NodeSet.of()).isEmpty();
    assertThat(NodeSet.of().isEmpty()).isTrue();
    assertThat(NodeSet.of()).hasToString("").isEqualTo(NodeSet.parse(" "));
    assertThat(NodeSet.of(A).without("a")).isEqualTo(NodeSet.of());
  }

  @Test
  void withAddsOrReplaces() {
    Node moved = Node.of("a", "h9", 9);

    assertThat(NodeSet.of(A).with(C)).containsExactly(A, C);
    assertThat(NodeSet.of(A, C).with(moved)).containsExactly(moved, C);
    assertThat(NodeSet.of(A).with(A)).isEqualTo(NodeSet.of(A));
  }

  @Test
  void withoutRemovesAndRefusesAnUnknownName() {
    assertThat(NodeSet.of(A, B).without("a")).containsExactly(B);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSet.of(A, B).without("x"))
        .withMessage("name must be one of [a, b] but was x");
  }

  @Test
  void refusesDuplicateNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSet.of(A, C, Node.of("a", "h9", 9)))
        .withMessage("node names must be unique but a was given twice");
  }

  @Test
  void refusesDuplicateAddressesInAnySpellingOfCase() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSet.of(A, Node.of("c", "H1", 1)))
        .withMessage("node addresses must be unique but H1:1 belongs to both a and c");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeSet.of(A, C).with(Node.of("c", "h1", 1)))
        .withMessage("node addresses must be unique but h1:1 belongs to both a and c");
  }

  @Test
  void parsesItsOwnText() {
    NodeSet nodes =
        NodeSet.of(A, B, Node.builder("ü d").address("::1", 65_535).weight(1e-7).build());

    assertThat(nodes)
        .hasToString("a=h1:1, b=h2:2;weight=2;zone=z, ü d=[::1]:65535;weight=1.0E-7")
        .isEqualTo(NodeSet.parse(nodes.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "b=h2:2;weight=2;zone=z,a=h1:1",
        " a = h1:1 ,\n b = h2:2 ; zone= z ; weight= 2.0 ",
        "a=h1:1;weight=1, b=h2:2;weight=2e0;zone=z",
      })
  void parsesFreelyWrittenText(String text) {
    assertThat(NodeSet.parse(text)).containsExactly(A, B);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "a|node 1, at position 0: a node must be name=host:port but was \"a\"",
        "a=h:1,|node 2, at position 6: a node must be name=host:port but was \"\"",
        "a=h:1,,b=h:2|node 2, at position 6: a node must be name=host:port but was \"\"",
        "a=h:1,b=h|node 2, at position 6: address must be host:port but was \"h\"",
        "a=:1|node 1, at position 0: host must not be blank but was \"\"",
        "a=h:x|node 1, at position 0: address must be host:port but was \"h:x\"",
        "a=h:-1|node 1, at position 0: address must be host:port but was \"h:-1\"",
        "a=::1:1|node 1, at position 0: address must be host:port but was \"::1:1\"",
        "a=[h]:1|node 1, at position 0: address must be host:port but was \"[h]:1\"",
        "a=h:70000|node 1, at position 0: port must be between 1 and 65535 but was 70000",
        "a=h:0|node 1, at position 0: port must be between 1 and 65535 but was 0",
        "a=h:1;weight=0|node 1, at position 0: weight must be greater than 0 but was 0.0",
        "a=h:1;weight=-1|node 1, at position 0: weight must be greater than 0 but was -1.0",
        "a=h:1;weight=NaN|node 1, at position 0: weight must be a number but was \"NaN\"",
        "a=h:1;weight=1d|node 1, at position 0: weight must be a number but was \"1d\"",
        "a=h:1;weight=|node 1, at position 0: weight must be a number but was \"\"",
        "a=h:1;weight=1e999|node 1, at position 0: weight must be finite but was Infinity",
        "=h:1|node 1, at position 0: name must have 1 to 255 bytes in UTF-8 but has 0: \"\"",
        "a=h:1;zone=|node 1, at position 0: zone must have 1 to 255 bytes in UTF-8 but has 0: \"\"",
        "a=h:1;zone=x;zone=y|node 1, at position 0: after the address must come weight= or zone=, "
            + "each once, but was \"zone=y\"",
        "a=h:1;rack=x|node 1, at position 0: after the address must come weight= or zone=, "
            + "each once, but was \"rack=x\"",
        "a=h:1, a=g:2|node names must be unique but a was given twice",
        "a=h:1, b=h:1|node addresses must be unique but h:1 belongs to both a and b",
      })
  void refusesTextThatIsNoNodeSet(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> NodeSet.parse(text)).withMessage(message);
  }
}
