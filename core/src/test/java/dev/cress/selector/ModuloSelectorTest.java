package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.cress.node.NodeSet;
import org.junit.jupiter.api.Test;

final class ModuloSelectorTest extends SelectorContract {

  @Override
  Selector selector() {
    return Selectors.modulo();
  }

  /** Five standard deviations of the sample. */
  @Override
  double balanceTolerance() {
    return 0.05;
  }

  @Test
  void hashesAreUnsigned() {
    ModuloPlacement placement =
        (ModuloPlacement) selector().place(NodeSet.parse("a=h:1, b=h:2, c=h:3"));

    assertThat(placement.ownerIndex(5)).isEqualTo(2);
    assertThat(placement.ownerIndex(-1)).isEqualTo(0); // 2^64 - 1 is a multiple of 3
    assertThat(placement.ownerIndex(Long.MIN_VALUE)).isEqualTo(2); // 2^63 = 2 mod 3
  }

  @Test
  void almostAllKeysMove() {
    String[] three = ownerNames(selector().place(equalNodes(3)));
    String[] four = ownerNames(selector().place(equalNodes(4)));

    int moved = 0;
    for (int i = 0; i < three.length; i++) {
      moved += three[i].equals(four[i]) ? 0 : 1;
    }

    assertThat((double) moved / KEYS).as(seed()).isCloseTo(0.75, within(0.01));
  }

  @Test
  void refusesDifferentWeights() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> selector().place(NodeSet.parse("a=h:1, b=h:2;weight=2")))
        .withMessage("weights must be equal for modulo-1 but were 1.0 and 2.0");
    assertThat(selector().place(NodeSet.parse("a=h:1;weight=2, b=h:2;weight=2")).nodes())
        .hasSize(2);
  }
}
