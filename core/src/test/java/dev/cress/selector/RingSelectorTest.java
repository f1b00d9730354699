package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RingSelectorTest extends ConsistentSelectorContract {

  private static final NodeSet THREE = NodeSet.parse("a=h:1, b=h:2, c=h:3");

  @Override
  Selector selector() {
    return Selectors.ring();
  }

  /** The share of p points varies by 1/sqrt(p): 6 % for the 256 points of weight 0.5. */
  @Override
  double balanceTolerance() {
    return 0.2;
  }

  @Test
  void theFirstPointAtOrAfterTheHashOwnsIt() {
    RingPlacement ring = ring(new long[][] {{100, -100}, {200}, {-50}});

    assertThat(ring.ownerIndex(99)).isEqualTo(0);
    assertThat(ring.ownerIndex(100)).isEqualTo(0);
    assertThat(ring.ownerIndex(101)).isEqualTo(1);
    assertThat(ring.ownerIndex(200)).isEqualTo(1);
    assertThat(ring.ownerIndex(201)).isEqualTo(0);
    assertThat(ring.ownerIndex(-100)).isEqualTo(0);
    assertThat(ring.ownerIndex(-99)).isEqualTo(2);
    assertThat(ring.ownerIndex(-50)).isEqualTo(2);
  }

  @Test
  void theRingBeginsAgainAfterItsLastPoint() {
    RingPlacement ring = ring(new long[][] {{1L << 40}, {300}, {-50}});

    assertThat(ring.ownerIndex(299)).as("lowest - 1").isEqualTo(1);
    assertThat(ring.ownerIndex(0)).as("first hash").isEqualTo(1);
    assertThat(ring.ownerIndex(-50)).as("highest").isEqualTo(2);
    assertThat(ring.ownerIndex(-49)).as("highest + 1").isEqualTo(1);
    assertThat(ring.ownerIndex(-1)).as("last hash").isEqualTo(1);
  }

  @Test
  void pointsAtBothEndsOfTheRingAreFound() {
    RingPlacement ring = ring(new long[][] {{0}, {-1}, {Long.MIN_VALUE, Long.MAX_VALUE}});

    assertThat(ring.ownerIndex(0)).isEqualTo(0);
    assertThat(ring.ownerIndex(1)).isEqualTo(2);
    assertThat(ring.ownerIndex(Long.MIN_VALUE)).isEqualTo(2);
    assertThat(ring.ownerIndex(Long.MIN_VALUE + 1)).isEqualTo(1);
    assertThat(ring.ownerIndex(-1)).isEqualTo(1);
  }

  @Test
  void aPointClaimedTwiceBelongsToTheSmallestName() {
    RingPlacement ring = ring(new long[][] {{900}, {500, 900}, {500, 900}});

    assertThat(ring.ownerIndex(400)).isEqualTo(1);
    assertThat(ring.ownerIndex(500)).isEqualTo(1);
    assertThat(ring.ownerIndex(501)).isEqualTo(0);
    assertThat(ring.ownerIndex(900)).isEqualTo(0);
    assertThat(ring.ownerIndex(901)).isEqualTo(1);
  }

  @Test
  void agreesWithASortedMap() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 200; round++) {
      int bits = random.nextInt(3, 65); // few bits: crowded buckets and points claimed twice
      long[][] points = new long[3][random.nextInt(1, 40)];
      TreeMap<Long, Integer> map = new TreeMap<>(Long::compareUnsigned);
      for (int node = 2; node >= 0; node--) {
        for (int i = 0; i < points[node].length; i++) {
          points[node][i] = random.nextLong() >>> (64 - bits);
          map.put(points[node][i], node);
        }
      }
      RingPlacement ring = ring(points);

      for (int i = 0; i < 500; i++) {
        long hash = random.nextLong() >>> (64 - random.nextInt(3, 65));
        var entry = map.ceilingEntry(hash);

        assertThat(ring.ownerIndex(hash))
            .as("hash %x with %d bits, %s", hash, bits, seed())
            .isEqualTo((entry == null ? map.firstEntry() : entry).getValue());
      }
    }
  }

  @Test
  void aNodeHas512PointsForItsOwnWeightAndAtLeastOne() {
    NodeSet nodes =
        NodeSet.parse(
            "a=h:1, b=h:2;weight=2, c=h:3;weight=0.3, d=h:4;weight=1e-9, e=h:5;weight=1e2");

    long[][] points = RingPoints.of(nodes, 512);

    assertThat(Arrays.stream(points).map(p -> p.length)).containsExactly(512, 1024, 154, 1, 51_200);
    assertThat(points[0]).isEqualTo(RingPoints.of(NodeSet.of(nodes.get(0)), 512)[0]);
  }

  /** A 32-bit float formula gives fewer points for some of these sizes. */
  @Test
  void theNumberOfNodesDoesNotChangeTheNumberOfPoints() {
    for (int size : new int[] {25, 47, 50, 55, 61, 71, 94, 100}) {
      assertThat(Arrays.stream(RingPoints.of(equalNodes(size), 160)))
          .allMatch(points -> points.length == 160);
    }
  }

  @Test
  void refusesMorePointsThanItCanHold() {
    Node huge = Node.builder("b").address("h", 2).weight(1e300).build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> selector().place(NodeSet.of(Node.of("a", "h", 1), huge)))
        .withMessageStartingWith(
            "a ring must have at most 16777216 points but weights of 1.0 to 1.0E300 would need 5");
  }

  @Test
  void pointsPerWeightIsPartOfTheIdAndChecked() {
    assertThat(Selectors.ring()).isEqualTo(Selectors.ring(512)).isNotEqualTo(Selectors.ring(160));
    assertThat(Selectors.ring(160).id()).isEqualTo("ring-1(pointsPerWeight=160)");
    assertThat(Selectors.ring(160).place(THREE).fingerprint())
        .isNotEqualTo(Selectors.ring().place(THREE).fingerprint());
    for (int points : new int[] {-1, 0, 65_537}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Selectors.ring(points))
          .withMessage("pointsPerWeight must be between 1 and 65536 but was " + points);
    }
  }

  private static RingPlacement ring(long[][] pointsOfNodes) {
    return new RingPlacement(
        Selectors.ring(), THREE, HashFunctions.xxh3(), HashTag.REDIS, pointsOfNodes);
  }
}
