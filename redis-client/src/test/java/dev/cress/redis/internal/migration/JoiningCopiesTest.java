package dev.cress.redis.internal.migration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import dev.cress.topology.Change;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JoiningCopiesTest {

  private static final NodeSet BEFORE = NodeSet.parse("a=h:1;zone=x, b=h:2;zone=y, c=h:3;zone=x");
  private static final NodeSet AFTER = BEFORE.with(Node.builder("d").address("h", 4).build());

  private final List<byte[]> keys =
      IntStream.range(0, 500).mapToObj(i -> ("key" + i).getBytes(UTF_8)).toList();

  private static Change change(NodeSet before, NodeSet after) {
    return new Change(2, place(before), place(after), Map.of());
  }

  private static Placement place(NodeSet nodes) {
    return Selectors.rendezvous().place(nodes);
  }

  @Test
  void aNodeThatJoinsHadNoCopyThatCounted() {
    JoiningCopies joining =
        new JoiningCopies(AFTER.find("d").orElseThrow(), change(BEFORE, AFTER), 2);

    for (byte[] key : keys) {
      boolean holds = place(AFTER).replicas(key, 2).stream().anyMatch(n -> n.name().equals("d"));
      assertThat(joining.test(key)).isEqualTo(holds);
    }
    assertThat(keys).anyMatch(joining).anyMatch(joining.negate());
  }

  @Test
  void aCopyOfBeforeStaysAlsoWhereItsNodeBecomesTheOwner() {
    NodeSet less = AFTER.without("a");
    Change change = change(AFTER, less);

    for (Node node : less) {
      JoiningCopies joining = new JoiningCopies(node, change, 2);
      for (byte[] key : keys) {
        boolean held = place(AFTER).replicas(key, 2).contains(node);
        boolean holds = place(less).replicas(key, 2).contains(node);
        assertThat(joining.test(key)).isEqualTo(holds && !held);
      }
    }
  }

  @Test
  void anotherNameOfTheSameServerJoinsNothing() {
    NodeSet renamed = BEFORE.without("b").with(Node.builder("e").address("h", 2).zone("y").build());

    JoiningCopies joining =
        new JoiningCopies(renamed.find("e").orElseThrow(), change(BEFORE, renamed), 2);

    assertThat(keys).noneMatch(joining); // the only node in zone y holds each key before and after
  }

  @Test
  void allNodesHoldEachKeyIfThereAreFewerThanCopies() {
    NodeSet one = NodeSet.parse("a=h:1");
    NodeSet two = NodeSet.parse("a=h:1, b=h:2");
    Change change = change(one, two);

    assertThat(keys).allMatch(new JoiningCopies(two.find("b").orElseThrow(), change, 3));
    assertThat(keys).noneMatch(new JoiningCopies(two.find("a").orElseThrow(), change, 3));
  }
}
