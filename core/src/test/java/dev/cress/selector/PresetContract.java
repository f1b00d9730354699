package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.hash.HashTag;
import dev.cress.hash.KeyTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What presets promise where they differ from Cress' own selectors. */
abstract class PresetContract extends SelectorContract {

  /** The preset under test. */
  abstract Preset preset();

  @Override
  final Selector selector() {
    return preset();
  }

  /** Whether the client knows a node by its address. */
  boolean readsAddresses() {
    return false;
  }

  /** Rings of 100 to 160 points for each node are this uneven. */
  @Override
  double balanceTolerance() {
    return 0.4;
  }

  @Test
  @Override
  void aNewAddressMovesNoKey() {
    NodeSet nodes = equalNodes(3);
    Placement before = selector().place(nodes);
    Placement after = selector().place(nodes.with(Node.of("node-1", "10.9.9.9", 7)));

    assertThat(before.fingerprint() != after.fingerprint()).isEqualTo(readsAddresses());
    assertThat(Arrays.equals(owners(before), owners(after))).isEqualTo(!readsAddresses());
  }

  /** A client's rule for tags is its own. */
  @Test
  @Override
  void keysWithOneHashTagShareAnOwnerByDefault() {
    Placement placement = selector().place(equalNodes(10), HashTag.REDIS);
    Placement other = selector().place(equalNodes(10), HashTag.NONE);

    assertThat(other.fingerprint()).isEqualTo(placement.fingerprint());
    for (int i = 0; i < 100; i++) {
      byte[] key = bytes("{user:42}:" + i);
      assertThat(other.owner(key)).isEqualTo(placement.owner(key));
    }
  }

  @Test
  @Override
  void theFingerprintTellsInputsApart() {
    List<NodeSet> inputs =
        List.of(
            NodeSet.parse("a=h:1"),
            NodeSet.parse("b=h:1"),
            NodeSet.parse("a=h:1;zone=z"),
            NodeSet.parse("a=h:1;zone=y"),
            NodeSet.parse("a=h:1, b=h:2"),
            NodeSet.parse("ab=h:1"),
            NodeSet.parse("a=h:1;zone=z, b=h:2"),
            NodeSet.parse("a=h:1, b=h:2;zone=z"));
    List<Long> fingerprints = new ArrayList<>();
    inputs.forEach(nodes -> fingerprints.add(preset().place(nodes).fingerprint()));
    fingerprints.add(
        preset().toBuilder().keyTag(new OtherTag()).build().place(inputs.get(0)).fingerprint());
    fingerprints.add(preset().toBuilder().name("other").build().place(inputs.get(0)).fingerprint());

    assertThat(fingerprints).doesNotHaveDuplicates();
  }

  @Test
  void aCopyOfTheSettingsIsEqual() {
    assertThat(preset().toBuilder().build())
        .isEqualTo(preset())
        .hasSameHashCodeAs(preset())
        .isNotEqualTo(preset().toBuilder().name("other").build());
  }

  /** Hashes the whole key, under another name. */
  private record OtherTag() implements KeyTag {
    @Override
    public String id() {
      return "other";
    }

    @Override
    public long range(byte[] bytes, int from, int to) {
      return HashTag.NONE.range(bytes, from, to);
    }
  }
}
