package dev.cress.migration;

import static dev.cress.migration.Changes.A;
import static dev.cress.migration.Changes.B;
import static dev.cress.migration.Changes.C;
import static dev.cress.migration.Changes.D;
import static dev.cress.topology.TopologyDocument.serverKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.migration.MigrationPolicy.Leftovers;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChangeCheckTest {

  private static final MigrationPolicy DEFAULT = MigrationPolicy.lazyAndBackground();
  private static final Node RENAMED_A = Node.of("z", A.host(), A.port());

  private final FakeFences fences = new FakeFences().with(A).with(B).with(C).with(D);

  private void accepts(NodeSet before, NodeSet after, MigrationPolicy policy) {
    assertThatCode(() -> ChangeCheck.inspect(before, after, fences).refuseUnless(policy))
        .doesNotThrowAnyException();
  }

  private void refuses(NodeSet before, NodeSet after, MigrationPolicy policy, String why) {
    assertThatExceptionOfType(MigrationException.class)
        .isThrownBy(() -> ChangeCheck.inspect(before, after, fences).refuseUnless(policy))
        .withMessage(why);
    assertThat(fences.done).isEmpty();
  }

  @Test
  void looksAtEachServerOfBothSetsOnce() {
    ChangeCheck check = ChangeCheck.inspect(NodeSet.of(A, B), NodeSet.of(B, C), fences);

    assertThat(check.identities())
        .isEqualTo(Map.of(serverKey(A), "run-a", serverKey(B), "run-b", serverKey(C), "run-c"));
    assertThat(ChangeCheck.bothSets(NodeSet.of(A), NodeSet.of(RENAMED_A)))
        .containsExactly(A, RENAMED_A);
  }

  @Test
  void aServerThatDoesNotAnswerStopsTheChange() {
    Node silent = Node.of("silent", "10.0.0.9", 9);

    assertThatExceptionOfType(CressException.class)
        .isThrownBy(() -> ChangeCheck.inspect(NodeSet.of(A), NodeSet.of(A, silent), fences))
        .withMessageContaining("node silent");
  }

  @Test
  void missingPermissionsAreListedByNode() {
    fences.with(A, "run-a", false, null, null, "RESTORE", "CLIENT|KILL");
    fences.with(C, "run-c", false, null, null, "DUMP");

    refuses(
        NodeSet.of(A, B),
        NodeSet.of(A, B, C),
        DEFAULT,
        "the change needs commands that this user may not call: a: RESTORE CLIENT|KILL; c: DUMP");
  }

  @Test
  void twoNamesForOneServerAreRefused() {
    fences.with(C, "run-a", true, null, null);

    refuses(
        NodeSet.of(A), NodeSet.of(A, C), DEFAULT, "nodes a and c are one server and one database");
  }

  @Test
  void moreThanHalfOfTheNodesMayNotGoAtOnceUnlessForced() {
    NodeSet three = NodeSet.of(A, B, C);

    refuses(
        three,
        NodeSet.of(A),
        DEFAULT,
        "the change drops 2 of 3 nodes at once; allow it by MigrationPolicy.builder().force()");
    refuses(
        three,
        NodeSet.of(D),
        DEFAULT,
        "the change drops 3 of 3 nodes at once; allow it by MigrationPolicy.builder().force()");
    accepts(three, NodeSet.of(A, B), DEFAULT);
    accepts(NodeSet.of(A, B), NodeSet.of(A, C), DEFAULT);
    accepts(three, NodeSet.of(A), MigrationPolicy.builder().force().build());
  }

  @Test
  void aRenamedNodeIsNotDropped() {
    accepts(NodeSet.of(A), NodeSet.of(RENAMED_A), DEFAULT);
  }

  @Test
  void aServerWithUnknownDataIsRefusedUnlessItIsSwept() {
    fences.with(C, "run-c", false, null, null);
    String why =
        "node c holds data but never was part of this cache; empty it, or let Cress remove the keys"
            + " it will own by leftovers(SWEEP)";

    refuses(NodeSet.of(A, B), NodeSet.of(A, B, C), DEFAULT, why);
    accepts(
        NodeSet.of(A, B),
        NodeSet.of(A, B, C),
        MigrationPolicy.builder().leftovers(Leftovers.SWEEP).build());
  }

  @Test
  void aServerThatWasPartOfThisCacheMayBringData() {
    fences.with(C, "run-c", false, "3:2", "2:2");

    accepts(NodeSet.of(A, B), NodeSet.of(A, B, C), DEFAULT);
  }

  @Test
  void aServerThatIsAlreadyServingMayHoldData() {
    fences.with(A, "run-a", false, null, null);

    accepts(NodeSet.of(A, B), NodeSet.of(A, B, C), DEFAULT);
    accepts(NodeSet.of(A), NodeSet.of(RENAMED_A), DEFAULT);
  }
}
