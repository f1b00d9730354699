package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.selector.MigrationPlan.NodeShare;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MigrationPlanTest {

  private static final long SEED = 20_261_130;
  private static final NodeSet THREE = NodeSet.parse("a=h:1, b=h:2, c=h:3");
  private static final NodeSet FOUR = THREE.with(Node.of("d", "h", 4));
  private static final double ROUNDING = 1e-8;

  private static Placement place(String selector, NodeSet nodes) {
    return switch (selector) {
      case "rendezvous" -> Selectors.rendezvous().place(nodes);
      case "ring" -> Selectors.ring().place(nodes);
      case "ring5" -> Selectors.ring(5).place(nodes);
      case "modulo" -> Selectors.modulo().place(nodes);
      case "table" -> slots(nodes, SlotTable.byTopBits(holders(nodes, 1 << 12)));
      case "prime" -> slots(nodes, SlotTable.byRemainder(holders(nodes, 4_099)));
      default -> Selectors.preset(selector).place(nodes);
    };
  }

  private static int[] holders(NodeSet nodes, int slots) {
    return new SplittableRandom(SEED).ints(slots, 0, nodes.size()).toArray();
  }

  private static Placement slots(NodeSet nodes, SlotTable table) {
    return new SlotPlacement(
        Selectors.ring(), nodes, HashFunctions.xxh3(), HashTag.REDIS, nodes.hashCode(), table);
  }

  private static NodeShare share(MigrationPlan plan, String name) {
    return plan.nodes().stream()
        .filter(node -> node.node().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Five standard deviations of the count, and of the plan where that is a sample itself. */
  private static void assertAgreesWithACount(
      MigrationPlan plan, Placement before, Placement after) {
    KeySample sample = new KeySample(before, after);
    for (byte[] key : SelectorContract.keys(SEED, 200_000)) {
      sample.add(key, 1);
    }
    MigrationPlan counted = sample.byKeys();
    double tolerance = 5 * (counted.standardError() + plan.standardError());

    assertThat(plan.movedFraction())
        .as("seed %d", SEED)
        .isCloseTo(counted.movedFraction(), within(tolerance));
    assertThat(plan.nodes()).hasSameSizeAs(counted.nodes());
    for (NodeShare node : plan.nodes()) {
      NodeShare other = share(counted, node.node().name());
      assertThat(node.before()).isCloseTo(other.before(), within(0.006));
      assertThat(node.after()).isCloseTo(other.after(), within(0.006));
      assertThat(node.in()).isCloseTo(other.in(), within(0.006));
      assertThat(node.out()).isCloseTo(other.out(), within(0.006));
      assertThat(node.before() + node.in() - node.out()).isCloseTo(node.after(), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ring, ring, true",
    "ring5, ring, true",
    "modulo, modulo, true",
    "modulo, ring, true",
    "ring, modulo, true",
    "table, table, true",
    "table, ring, true",
    "prime, prime, true",
    "modulo, prime, true",
    "prime, table, true",
    "jedis-sharding-md5, jedis-sharding-md5, true",
    "spymemcached-ketama, spymemcached-ketama, true",
    "redis-rb5-distributed, redis-rb5-distributed, true",
    "jedis-sharding-murmur, jedis-sharding-murmur, true",
    "predis-hashring, predis-hashring, true",
    "dalli-ring, dalli-ring, true",
    "spymemcached-modulo, spymemcached-modulo, true",
    "xmemcached-array, xmemcached-array, true",
    "twemproxy-modula-md5, twemproxy-modula-md5, true",
    "pecl-memcache-consistent-crc32, pecl-memcache-consistent-crc32, true",
    "python-memcached, python-memcached, true",
    "jedis-sharding-murmur, ring, false",
    "rendezvous, rendezvous, false",
    "modulo, rendezvous, false",
    "rendezvous, ring, false",
  })
  void agreesWithACountOfKeys(String from, String to, boolean exact) {
    Placement before = place(from, THREE);
    Placement after = place(to, FOUR);

    MigrationPlan plan = MigrationPlan.between(before, after);

    assertThat(plan.isExact()).isEqualTo(exact);
    assertAgreesWithACount(plan, before, after);
  }

  @Test
  void aFourthNodeTakesAQuarterFromTheOthers() {
    MigrationPlan plan =
        MigrationPlan.between(place("rendezvous", THREE), place("rendezvous", FOUR));

    assertThat(plan.minimumFraction()).isCloseTo(0.25, within(ROUNDING));
    assertThat(plan.movedFraction()).isCloseTo(0.25, within(5 * plan.standardError()));
    assertThat(plan.standardError()).isCloseTo(Math.sqrt(0.25 * 0.75 / (1 << 20)), within(1e-6));
    assertThat(share(plan, "d").in()).isEqualTo(plan.movedFraction());
    assertThat(share(plan, "d").before()).isZero();
    assertThat(share(plan, "a").out()).isCloseTo(1 / 12.0, within(0.002));
    assertThat(share(plan, "a").dueAfter()).isCloseTo(0.25, within(ROUNDING));
  }

  @Test
  void moduloMovesThreeQuartersExactly() {
    MigrationPlan plan = MigrationPlan.between(place("modulo", THREE), place("modulo", FOUR));

    assertThat(plan.movedFraction()).isCloseTo(0.75, within(ROUNDING));
    assertThat(plan.minimumFraction()).isCloseTo(0.25, within(ROUNDING));
    assertThat(plan.balanceBefore()).isCloseTo(1, within(ROUNDING));
    assertThat(plan.balanceAfter()).isCloseTo(1, within(ROUNDING));
  }

  /** From modulo to a ring the two owners have nothing to do with each other. */
  @Test
  void anArcHoldsAllRemaindersAlike() {
    MigrationPlan plan = MigrationPlan.between(place("modulo", THREE), place("ring", THREE));

    assertThat(plan.movedFraction()).isCloseTo(2 / 3.0, within(ROUNDING));
  }

  @Test
  void aRingThatGrowsMovesWhatTheNewNodeGets() {
    MigrationPlan plan = MigrationPlan.between(place("ring", THREE), place("ring", FOUR));

    assertThat(share(plan, "d").after()).isCloseTo(plan.movedFraction(), within(ROUNDING));
    assertThat(plan.balanceAfter()).isBetween(1.0, 1.15);
    assertThat(plan.nodes().stream().mapToDouble(NodeShare::after).sum())
        .isCloseTo(1, within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"rendezvous", "ring", "modulo"})
  void theSamePlacementMovesNothingForCertain(String selector) {
    MigrationPlan plan = MigrationPlan.between(place(selector, THREE), place(selector, THREE));

    assertThat(plan.movedFraction()).isZero();
    assertThat(plan.minimumFraction()).isZero();
    assertThat(plan.standardError()).isZero();
    assertThat(plan.isExact()).isEqualTo(!selector.equals("rendezvous"));
  }

  @Test
  void aRenamedNodeKeepsTheKeysThatItGetsBack() {
    NodeSet renamed = THREE.without("c").with(Node.of("z", "h", 3));
    Placement before = place("ring", THREE);
    Placement after = place("ring", renamed);

    MigrationPlan plan = MigrationPlan.between(before, after);

    // 1/3 leaves c and 1/3 comes to z; what is in both, about 1/9 and more, stays on the server.
    assertThat(plan.movedFraction()).isBetween(0.3, 0.56);
    assertThat(plan.nodes()).extracting(node -> node.node().name()).containsExactly("a", "b", "z");
    assertThat(plan.minimumFraction()).isZero();
    assertAgreesWithACount(plan, before, after);
  }

  @Test
  void aNewAddressIsAnotherServerUnlessItIsKnownToBeTheSame() {
    NodeSet moved = THREE.with(Node.of("c", "elsewhere", 3));

    MigrationPlan byAddress = MigrationPlan.between(place("ring", THREE), place("ring", moved));
    MigrationPlan byName =
        MigrationPlan.between(place("ring", THREE), place("ring", moved), Node::name);

    assertThat(byAddress.movedFraction()).isCloseTo(1 / 3.0, within(0.03));
    assertThat(byAddress.minimumFraction()).isCloseTo(1 / 3.0, within(ROUNDING));
    assertThat(byName.movedFraction()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"rendezvous", "ring"})
  void moreWeightForOneNodeMovesItsGain(String selector) {
    NodeSet before = NodeSet.parse("a=h:1;weight=2, b=h:2, c=h:3;weight=0.5");
    NodeSet after = before.with(Node.builder("c").address("h", 3).weight(1.5).build());

    MigrationPlan plan = MigrationPlan.between(place(selector, before), place(selector, after));

    double gain = 1.5 / 4.5 - 0.5 / 3.5;
    assertThat(plan.minimumFraction()).isCloseTo(gain, within(ROUNDING));
    assertThat(plan.movedFraction()).isCloseTo(gain, within(0.02));
    assertThat(share(plan, "c").in()).isCloseTo(plan.movedFraction(), within(ROUNDING));
    assertThat(share(plan, "a").in()).isZero();
  }

  @Test
  void differentHashTagRulesAreSampledByKeys() {
    Placement before = Selectors.ring().place(THREE, HashTag.NONE);
    Placement after = Selectors.ring().place(FOUR, HashTag.REDIS);

    MigrationPlan plan = MigrationPlan.between(before, after);

    assertThat(plan.isExact()).isFalse();
    double exact = MigrationPlan.between(place("ring", THREE), after).movedFraction();
    assertThat(plan.movedFraction()).isCloseTo(exact, within(5 * plan.standardError()));
  }

  @Test
  void givenKeysAreCounted() {
    Placement before = place("rendezvous", THREE);
    Placement after = place("rendezvous", FOUR);
    List<byte[]> keys = List.of(SelectorContract.keys(SEED, 1_000));
    long moved = keys.stream().filter(k -> after.owner(k).name().equals("d")).count();

    MigrationPlan plan = MigrationPlan.ofKeys(before, after, keys);

    assertThat(plan.isExact()).isTrue();
    assertThat(plan.movedFraction()).isCloseTo(moved / 1_000.0, within(ROUNDING));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MigrationPlan.ofKeys(before, after, List.of()))
        .withMessage("keys must have at least one key but had none");
  }

  @Test
  void bytesCountBySize() {
    Placement before = place("modulo", THREE);
    Placement after = place("ring", FOUR);
    KeySample sample = new KeySample(before, after);
    long moved = 0;
    long all = 0;
    for (byte[] key : SelectorContract.keys(SEED, 1_000)) {
      sample.add(key, key.length);
      all += key.length;
      moved += before.owner(key).equals(after.owner(key)) ? 0 : key.length;
    }

    assertThat(sample.size()).isEqualTo(1_000);
    assertThat(sample.bytes()).isEqualTo(all);
    assertThat(sample.byBytes().movedFraction()).isCloseTo((double) moved / all, within(ROUNDING));
    assertThat(sample.byBytes().standardError())
        .isGreaterThan(sample.byKeys().standardError())
        .isLessThan(0.03);
  }

  /** 400 samples of 250 keys: how far they are off is what they say, within a fifth. */
  @Test
  void theStandardErrorIsHonest() {
    Placement before = place("ring", THREE);
    Placement after = place("ring", FOUR);
    double truth = MigrationPlan.between(before, after).movedFraction();
    byte[][] keys = SelectorContract.keys(SEED, 400 * 250);
    double squaresKeys = 0;
    double squaresBytes = 0;
    for (int round = 0; round < 400; round++) {
      KeySample sample = new KeySample(before, after);
      for (int i = 0; i < 250; i++) {
        byte[] key = keys[round * 250 + i];
        sample.add(key, key.length % 2 == 0 ? 100 : 20);
      }
      MigrationPlan byKeys = sample.byKeys();
      MigrationPlan byBytes = sample.byBytes();
      squaresKeys += Math.pow((byKeys.movedFraction() - truth) / byKeys.standardError(), 2);
      squaresBytes += Math.pow((byBytes.movedFraction() - truth) / byBytes.standardError(), 2);
    }

    assertThat(Math.sqrt(squaresKeys / 400)).as("seed %d", SEED).isCloseTo(1, within(0.2));
    assertThat(Math.sqrt(squaresBytes / 400)).as("seed %d", SEED).isCloseTo(1, within(0.2));
  }

  @Test
  void aSampleOfAllKeysIsExact() {
    Placement before = place("ring", THREE);
    Placement after = place("ring", FOUR);
    List<byte[]> keys = List.of(SelectorContract.keys(SEED, 1_000));
    KeySample sample = new KeySample(before, after);
    keys.forEach(key -> sample.add(key, 7));

    sample.complete();

    assertThat(sample.byKeys())
        .isEqualTo(MigrationPlan.ofKeys(before, after, keys))
        .isEqualTo(sample.byBytes());
    assertThat(sample.byKeys().isExact()).isTrue();
  }

  @Test
  void aKeyWithoutAnOwnerIsNotInTheSample() {
    Placement before = Selectors.preset("phpredis-array-algorithm-crc32b").place(THREE);
    KeySample sample = new KeySample(before, place("ring", FOUR));

    assertThatExceptionOfType(RoutingException.class).isThrownBy(() -> sample.add(new byte[0], 1));

    assertThat(sample.size()).isZero();
    assertThat(sample.bytes()).isZero();
  }

  @Test
  void aSampleInWhichNothingMovedIsNotCertain() {
    KeySample sample = new KeySample(place("ring", THREE), place("ring", THREE));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(sample::byKeys)
        .withMessage("the sample must have at least one key");
    sample.add(new byte[0], 0);

    assertThat(sample.byKeys().isExact()).isFalse();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(sample::byBytes)
        .withMessage("the sample must have at least one key with a size");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sample.add(new byte[0], -1))
        .withMessage("sizeInBytes must be 0 or more but was -1");
  }

  @Test
  void weightsAtTheLimitsOfADoubleHaveTheirShares() {
    NodeSet nodes = NodeSet.parse("a=h:1;weight=1e308, b=h:2;weight=1e308");

    MigrationPlan plan =
        MigrationPlan.between(
            Selectors.rendezvous().place(nodes), Selectors.rendezvous().place(nodes));

    assertThat(plan.nodes()).extracting(MigrationPlan.NodeShare::dueAfter).containsOnly(0.5);
    assertThat(plan.minimumFraction()).isZero();
  }
}
