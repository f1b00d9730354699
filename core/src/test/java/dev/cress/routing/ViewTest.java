package dev.cress.routing;

import static dev.cress.topology.TopologyDocument.serverKey;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class ViewTest {

  private static final Node A = Node.of("a", "10.0.0.1", 1);
  private static final Node B = Node.of("b", "10.0.0.2", 2);
  private static final Node C = Node.of("c", "10.0.0.3", 3);
  private static final NodeSet BEFORE = NodeSet.of(A, B);
  private static final NodeSet AFTER = NodeSet.of(A, B, C);

  private static final Passage ALL_FREE =
      new Passage() {
        @Override
        public boolean isFree(byte[] key, boolean gated) {
          return true;
        }

        @Override
        public boolean enqueue(Waiting command, List<byte[]> keys, boolean[] gated) {
          return false;
        }
      };

  private static Change change(NodeSet before, NodeSet after, Map<String, String> servers) {
    return new Change(
        2, Selectors.rendezvous().place(before), Selectors.rendezvous().place(after), servers);
  }

  private static View<String> holding(Change change, Function<Node, String> target) {
    return new View<>(new Topology.Holding(change, 1, HashTag.REDIS), target, ALL_FREE);
  }

  private static View<String> migrating(Change change, Function<Node, String> target) {
    return new View<>(new Topology.Migrating(change, Map.of(), HashTag.REDIS), target, ALL_FREE);
  }

  private static byte[] key(int number) {
    return ("key" + number).getBytes(UTF_8);
  }

  @Test
  void inTheHoldOnlyChangedKeysAreGatedAndOthersGoToTheirOwner() {
    Change change = change(BEFORE, AFTER, Map.of());
    View<String> view = holding(change, Node::name);

    int gated = 0;
    for (int i = 0; i < 300; i++) {
      int place = view.place(key(i));
      String owner = change.before().owner(key(i)).name();
      assertThat(view.isGated(place)).isEqualTo(change.moves(key(i)));
      gated += view.isGated(place) ? 1 : 0;
      assertThat(view.target(view.isGated(place) ? view.placeBehindGates(key(i)) : place))
          .isEqualTo(owner);
      assertThat(view.node(view.placeBehindGates(key(i))).name()).isEqualTo(owner);
    }
    assertThat(gated).isBetween(50, 150);
  }

  @Test
  void inTheWindowChangedKeysAreGatedAndAllGoToTheNewOwner() {
    Change change = change(BEFORE, AFTER, Map.of());
    View<String> view = migrating(change, Node::name);

    for (int i = 0; i < 300; i++) {
      int place = view.place(key(i));
      assertThat(view.isGated(place)).isEqualTo(change.moves(key(i)));
      assertThat(view.node(place)).isEqualTo(change.after().owner(key(i)));
      assertThat(view.target(view.placeBehindGates(key(i)))).isEqualTo(view.target(place));
    }
    assertThat(view.places()).isEqualTo(5);
  }

  @Test
  void aRenamedNodeThatIsReachedTheSameWayGatesNothing() {
    Change change =
        change(
            NodeSet.of(A),
            NodeSet.of(Node.of("z", "10.0.0.1", 1)),
            Map.of(serverKey(A), "run-1", "z@10.0.0.1:1", "run-1"));

    View<String> held = holding(change, node -> "the one connection");

    assertThat(held.isGated(held.place(key(1)))).isFalse();
    assertThat(held.target(held.place(key(1)))).isEqualTo("the one connection");
  }

  @Test
  void aServerUnderAnotherAddressIsGatedInTheHoldOnly() {
    Node moved = Node.of("a", "10.0.0.9", 9);
    Change change =
        change(
            NodeSet.of(A),
            NodeSet.of(moved),
            Map.of(serverKey(A), "run-1", serverKey(moved), "run-1"));

    View<String> held = holding(change, Node::address);
    View<String> open = migrating(change, Node::address);

    assertThat(held.isGated(held.place(key(1)))).isTrue();
    assertThat(held.target(held.placeBehindGates(key(1)))).isEqualTo(A.address());
    assertThat(open.isGated(open.place(key(1)))).isFalse();
    assertThat(open.target(open.place(key(1)))).isEqualTo(moved.address());
  }

  @Test
  void withoutAPassageAChangeIsNotSeen() {
    Change change = change(BEFORE, AFTER, Map.of());
    View<String> view =
        new View<>(new Topology.Preparing(change, 1, HashTag.REDIS), Node::name, null);

    assertThat(view.hasGates()).isFalse();
    for (int i = 0; i < 50; i++) {
      assertThat(view.target(view.place(key(i)))).isEqualTo(change.before().owner(key(i)).name());
    }
  }
}
