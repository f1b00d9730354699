package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RendezvousSelectorTest extends ConsistentSelectorContract {

  private static final int HASHES = 1_000_000;

  @Override
  Selector selector() {
    return Selectors.rendezvous();
  }

  /** Five standard deviations of the sample for the smallest share tested, 1/15. */
  @Override
  double balanceTolerance() {
    return 0.06;
  }

  /** Equal weights, few weights, all different, and extremes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 1 1 1 1",
        "3 3 3",
        "1 2 1 2 1 2",
        "0.5 1 1 3 0.5",
        "1 1.1 1.2 1.3 1.4 1.5 1.6",
        "1e-9 1 1e9 1",
        "1e-300 1e-299 1e-300",
        "1e290 1e289",
      })
  void theFastPathEqualsTheFormula(String weights) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] weight = doubles(weights);
    long[] seeds = random.longs(weight.length).toArray();
    HashedPlacement placement = place(weight, seeds);

    for (int i = 0; i < HASHES; i++) {
      long hash = random.nextLong();
      int expected = ownerByFormula(hash, weight, seeds);
      if (placement.ownerIndex(hash) != expected) {
        assertThat(placement.ownerIndex(hash)).as("hash %x, %s", hash, seed()).isEqualTo(expected);
      }
    }
  }

  /**
   * Two formulas found in texts: the lowest {@code draw / weight} or the highest {@code draw *
   * weight} owns the key. With weights 1, 1 and 2 they give the last node 7/12 and 2/3 of the keys
   * in place of half of them. The tolerance is five standard deviations.
   */
  @Test
  void drawsDividedOrMultipliedByTheWeightAreNotTrueToTheWeights() {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] weights = {1, 1, 2};
    long[] seeds = random.longs(weights.length).toArray();
    HashedPlacement placement = place(weights, seeds);
    int byScore = 0;
    int byQuotient = 0;
    int byProduct = 0;

    for (int i = 0; i < HASHES; i++) {
      long hash = random.nextLong();
      double[] draws = LongStream.of(seeds).mapToDouble(s -> Rendezvous.draw(hash, s)).toArray();
      byScore += placement.ownerIndex(hash) == 2 ? 1 : 0;
      byQuotient += draws[2] / 2 < Math.min(draws[0], draws[1]) ? 1 : 0;
      byProduct += draws[2] * 2 > Math.max(draws[0], draws[1]) ? 1 : 0;
    }

    assertThat((double) byScore / HASHES).as(seed()).isCloseTo(0.5, within(0.0025));
    assertThat((double) byQuotient / HASHES).as(seed()).isCloseTo(7 / 12.0, within(0.0025));
    assertThat((double) byProduct / HASHES).as(seed()).isCloseTo(2 / 3.0, within(0.0025));
  }

  @Test
  void equalWeightsGiveTheSameOrderWithAndWithoutLogarithm() {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] seeds = random.longs(8).toArray();
    NodeSet nodes = equalNodes(8);
    HashedPlacement equal =
        new EqualRendezvousPlacement(selector(), nodes, HashFunctions.xxh3(), HashTag.REDIS, seeds);
    HashedPlacement weighted =
        new WeightedRendezvousPlacement(
            selector(), nodes, HashFunctions.xxh3(), HashTag.REDIS, seeds);

    for (byte[] key : keys(SEED, 20_000)) {
      assertThat(weighted.replicas(key, 8)).as(seed()).isEqualTo(equal.replicas(key, 8));
      assertThat(weighted.owner(key)).as(seed()).isEqualTo(equal.owner(key));
    }
  }

  @Test
  void neighbouringDrawsHaveDifferentCosts() {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] edges = {0, 1, 1L << 51, (1L << 52) - 2};
    for (int i = 0; i < HASHES; i++) {
      long draw = i < edges.length ? edges[i] : random.nextLong((1L << 52) - 1);
      double weight = Math.exp(random.nextDouble(-20, 20));
      if (!(Rendezvous.cost(draw, weight) > Rendezvous.cost(draw + 1, weight))
          || !(Rendezvous.costAtLeast(draw, weight) <= Rendezvous.cost(draw, weight))) {
        assertThat(draw).as("draw at weight %s, %s", weight, seed()).isNegative();
      }
    }
    assertThat(Rendezvous.cost((1L << 52) - 1, 1)).isPositive();
  }

  @Test
  void aTieBetweenEqualWeightsGoesToTheSmallestName() {
    for (String weights : new String[] {"1 1 1", "1 1 1e-9", "1e-9 2 2"}) {
      double[] weight = doubles(weights);
      HashedPlacement placement = place(weight, new long[] {42, 42, 42});
      int first = weight[0] == 1 ? 0 : 1;

      for (long hash = 0; hash < 1_000; hash++) {
        assertThat(placement.ownerIndex(hash)).as("hash %d", hash).isEqualTo(first);
      }
    }
  }

  /** Draws are searched for that cost the same at weight 1 and at weight 2, to the last bit. */
  @Test
  void aTieBetweenDifferentWeightsGoesToTheSmallestName() {
    SplittableRandom random = new SplittableRandom(SEED);
    int ties = 0;
    while (ties < 1_000) {
      long heavy = random.nextLong(1L << 52);
      long light = (long) (Math.sqrt((heavy + 0.5) * 0x1p-52) * 0x1p52);
      if (Rendezvous.cost(light, 1) == Rendezvous.cost(heavy, 2)) {
        ties++;
        assertThat(place(new double[] {1, 2}, seeds(light, heavy)).ownerIndex(0)).isEqualTo(0);
        assertThat(place(new double[] {2, 1}, seeds(heavy, light)).ownerIndex(0)).isEqualTo(0);
      }
    }
  }

  /** At the highest draws of all the bound equals the cost, and must not decide a tie. */
  @Test
  void aTieAtTheHighestDrawsGoesToTheSmallestName() {
    long highest = (1L << 52) - 1;
    double heavy = Rendezvous.cost(highest - 1, 1) / Rendezvous.cost(highest, 1);

    assertThat(Rendezvous.cost(highest - 1, heavy)).isEqualTo(Rendezvous.cost(highest, 1));
    assertThat(Rendezvous.costAtLeast(highest, 1)).isEqualTo(Rendezvous.cost(highest, 1));
    assertThat(place(new double[] {1, heavy}, seeds(highest, highest - 1)).ownerIndex(0))
        .isEqualTo(0);
  }

  @Test
  void aKeyThatEqualsANodesNameIsNothingSpecial() {
    NodeSet nodes = equalNodes(100);
    Placement placement = selector().place(nodes);

    long own =
        nodes.nodes().stream().filter(n -> placement.owner(bytes(n.name())).equals(n)).count();

    assertThat(own).isBetween(0L, 6L); // 1 is due; 7 or more has a chance below 1 in 10,000
  }

  private static HashedPlacement place(double[] weights, long[] seeds) {
    NodeSet nodes =
        NodeSet.of(
            IntStream.range(0, weights.length)
                .mapToObj(i -> new Node("node-" + i, "h", i + 1, weights[i], null))
                .toList());
    return RendezvousSelector.place(
        new RendezvousSelector(), nodes, HashFunctions.xxh3(), HashTag.REDIS, seeds);
  }

  /** The formula as it is written down: the highest score, and of equal ones the first. */
  private static int ownerByFormula(long hash, double[] weights, long[] seeds) {
    int best = 0;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      long m = (hash ^ seeds[i]) * 0xbf58476d1ce4e5b9L;
      m ^= m >>> 32;
      m *= 0x94d049bb133111ebL;
      double score = -weights[i] / StrictMath.log(((m >>> 12) + 0.5) * 0x1p-52);
      if (score > highest) {
        highest = score;
        best = i;
      }
    }
    return best;
  }

  /** Returns the seeds at which the hash 0 draws these numbers: the mixing, backwards. */
  private static long[] seeds(long... draws) {
    long[] seeds = new long[draws.length];
    for (int i = 0; i < draws.length; i++) {
      long m = (draws[i] << 12) * inverse(0x94d049bb133111ebL);
      m ^= m >>> 32;
      seeds[i] = m * inverse(0xbf58476d1ce4e5b9L);
    }
    return seeds;
  }

  /** Returns the inverse of an odd number modulo 2^64; each step doubles the correct bits. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  private static double[] doubles(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
