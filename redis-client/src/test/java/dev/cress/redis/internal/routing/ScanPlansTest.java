package dev.cress.redis.internal.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScanPlansTest {

  private static final List<byte[]> KEYS =
      IntStream.range(0, 300).mapToObj(i -> ("key" + i).getBytes(UTF_8)).toList();

  private final ScanPlans plans = new ScanPlans();
  private final Placement two = place("a=h:1, b=h:2");
  private final Placement three = place("a=h:1, b=h:2, c=h:3");

  private static Placement place(String nodes) {
    return Selectors.rendezvous().place(NodeSet.parse(nodes), HashTag.REDIS);
  }

  private static Topology stable(long version, Placement placement) {
    return new Topology.Stable(version, placement, HashTag.REDIS);
  }

  private Topology migrating() {
    return new Topology.Migrating(
        new Change(2, two, three, Map.of()), Map.of("a", "2:1:x"), HashTag.REDIS);
  }

  /** Follows a scan to its end; each node is one page with the keys that it owns. */
  private List<String> rest(long begin, Topology topology, Placement where) {
    List<String> told = new ArrayList<>();
    long cursor = begin;
    do {
      ScanPlans.Place place = plans.place(cursor, topology);
      if (!place.leg().moves()) {
        told.addAll(select(place, where));
      }
      cursor = place.next(0);
    } while (cursor != 0);
    return told;
  }

  private static List<String> select(ScanPlans.Place place, Placement where) {
    List<byte[]> there =
        KEYS.stream().filter(key -> where.owner(key).equals(place.leg().node())).toList();
    return place.plan().select(place.leg(), there).stream().map(k -> new String(k, UTF_8)).toList();
  }

  private static List<String> all() {
    return KEYS.stream().map(key -> new String(key, UTF_8)).toList();
  }

  @Test
  void aScanTellsEveryKeyOnceAndItsCursorsArePositive() {
    ScanPlans.Place first = plans.place(0, stable(1, three));

    assertThat(first.next(5)).isPositive();
    assertThat(plans.place(first.next(5), stable(1, three)))
        .isEqualTo(new ScanPlans.Place(first.plan(), 0, 5));
    assertThat(rest(0, stable(1, three), three)).containsExactlyInAnyOrderElementsOf(all());
  }

  @Test
  void aScanInAChangeGoesThroughThePreviousOwnersFirst() {
    List<String> names = new ArrayList<>();
    long cursor = 0;
    do {
      ScanPlans.Place place = plans.place(cursor, migrating());
      names.add(place.leg().node().name() + (place.leg().moves() ? " moves" : ""));
      cursor = place.next(0);
    } while (cursor != 0);

    assertThat(names).containsExactly("a moves", "b moves", "a", "b", "c");
  }

  @Test
  void previousOwnersAreLeftOutOnceTheChangeIsOver() {
    ScanPlans.Place moving = plans.place(plans.place(0, migrating()).next(7), migrating());

    ScanPlans.Place after = plans.place(moving.next(7), stable(2, three));

    assertThat(moving.leg().moves()).isTrue();
    assertThat(after.leg().moves()).isFalse();
    assertThat(after.position()).isZero();
    assertThat(rest(moving.next(7), stable(2, three), three))
        .containsExactlyInAnyOrderElementsOf(all());
  }

  @Test
  void aScanThatAChangeOvertakesMissesNothingAndTellsDoneNodesNotAgain() {
    Topology before = stable(1, three);
    ScanPlans.Place first = plans.place(0, before);
    List<String> told = new ArrayList<>(select(first, three));
    long cursor = first.next(0); // stands at node b

    List<String> rest = rest(cursor, stable(3, two), two); // c leaves
    told.addAll(rest);

    assertThat(told).containsExactlyInAnyOrderElementsOf(all());
    assertThat(rest(cursor, stable(3, two), two)).isEqualTo(rest);
  }

  @Test
  void theNodeUnderWayIsToldAgainWhenAChangeOvertakesTheScan() {
    ScanPlans.Place first = plans.place(0, stable(1, two));

    List<String> rest = rest(first.next(64), migrating(), three);

    assertThat(rest).containsExactlyInAnyOrderElementsOf(all());
  }

  @Test
  void numbersOfNodesAreNotUsedAgain() {
    long before = plans.place(0, stable(1, two)).next(9);
    long after = plans.place(0, stable(2, three)).next(9);

    assertThat(after).isNotEqualTo(before);
    assertThat(plans.place(before, stable(1, two)).leg().node().name()).isEqualTo("a");
  }

  @Test
  void anUnknownCursorIsRefused() {
    plans.place(0, stable(1, two));

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> plans.place(17, stable(1, two)))
        .withMessageContaining("begin again with 0");
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> plans.place(99L << 48, stable(1, two)));
  }

  @Test
  void manyChangesForgetOldPlansButNeverTheNewest() {
    long oldest = plans.place(0, stable(1, two)).next(1);
    for (int version = 2; version < 1_000; version++) {
      Placement placement = version % 2 == 0 ? place("a=h:1, b=h:2") : place("a=h:1, c=h:3");
      ScanPlans.Place place = plans.place(0, stable(version, placement));
      assertThat(plans.place(place.next(3), stable(version, placement)).position()).isEqualTo(3);
    }

    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> plans.place(oldest, stable(1, two)));
  }
}
