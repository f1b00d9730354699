package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.KeyTags;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PresetTest {

  private static final NodeSet THREE = NodeSet.parse("a=10.0.0.1:1, b=10.0.0.2:2, c=10.0.0.3:3");
  private static final long SEED = SelectorContract.SEED;

  @Test
  void anUnknownNameIsRefusedWithTheNamesThatAreLikeIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset("dalli"))
        .withMessage("preset must be one of [dalli-ring] but was dalli");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset("predis-ring"))
        .withMessage("preset must be one of [predis-hashring, predis-ketama] but was predis-ring");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset("nothing"))
        .withMessageContaining("dalli-ring, evcache-ketama")
        .withMessageEndingWith("but was nothing");
  }

  @Test
  void everyPresetHasItsNameAndVersionInItsId() {
    for (String name : Presets.names()) {
      assertThat(Selectors.preset(name).id()).startsWith(name + "-1(");
      assertThat(Selectors.preset(name)).isEqualTo(Selectors.preset(name));
    }
    assertThat(Presets.unsafe("twemproxy-ketama-crc32").id())
        .startsWith("twemproxy-ketama-crc32-1(");
    assertThat(Presets.jedis().order(List.of("b", "a")))
        .hasToString(
            "jedis-sharding-murmur-1(points=weight-times-160*murmur64a(i),tie=LAST,"
                + "find=CEILING_SIGNED,key=murmur64a,identity=jedis-position,weights=NONE,"
                + "tag=NONE,order=[b;a])");
  }

  @Test
  void theMethodsGiveThePresetsThatTheyName() {
    assertThat(
            List.of(
                Presets.jedis(),
                Presets.shardedJedis(),
                Presets.goRedisRing(),
                Presets.phpredis(),
                Presets.phpredisConsistent(),
                Presets.redisRb4(0),
                Presets.redisRb5(),
                Presets.predis(),
                Presets.predisKetama(),
                Presets.twemproxy("hsieh"),
                Presets.twemproxyModula("jenkins"),
                Presets.libmemcachedModula("crc"),
                Presets.libmemcachedConsistent("murmur"),
                Presets.libmemcachedKetama(),
                Presets.pymemcache(),
                Presets.dalli(""),
                Presets.npmMemcached(),
                Presets.xmemcachedKetama(),
                Presets.folsom(100),
                Presets.evcache(160),
                Presets.spymemcachedKetama(),
                Presets.spymemcachedKetamaLibmemcached(),
                Presets.spymemcachedModulo()))
        .allSatisfy(preset -> assertThat(Selectors.preset(preset.name)).isEqualTo(preset));
    assertThat(Presets.folsom()).isEqualTo(Presets.folsom(100)).isNotEqualTo(Presets.folsom(37));
    assertThat(Presets.evcache()).isEqualTo(Presets.evcache(160));
    assertThat(Presets.dalli("")).isNotEqualTo(Presets.dalli("app1"));
    assertThat(Presets.redisRb4(0)).isNotEqualTo(Presets.redisRb4(3));
  }

  @Test
  void aPlanCountsWhatMovesOnARingOf32Bits() {
    NodeSet before = SelectorContract.equalNodes(4);
    NodeSet after = SelectorContract.equalNodes(5);
    Placement old = Presets.libmemcachedKetama().place(before);
    Placement now = Presets.libmemcachedKetama().place(after);

    MigrationPlan plan = MigrationPlan.between(old, now);

    String[] oldOwners = SelectorContract.ownerNames(old);
    String[] newOwners = SelectorContract.ownerNames(now);
    int moved = 0;
    for (int i = 0; i < oldOwners.length; i++) {
      moved += oldOwners[i].equals(newOwners[i]) ? 0 : 1;
    }
    assertThat(plan.standardError()).isZero();
    assertThat(plan.movedFraction())
        .as("five standard deviations of a sample of %d", oldOwners.length)
        .isCloseTo((double) moved / oldOwners.length, within(0.007));
  }

  @Test
  void theOrderDecidesWhereTheClientCountsNodes() {
    Placement one = Presets.spymemcachedModulo().order(List.of("b", "c", "a")).place(THREE);
    Placement other = Presets.spymemcachedModulo().order(List.of("b", "c")).place(THREE);
    Placement byName = Presets.spymemcachedModulo().place(THREE);
    byte[] key = {3}; // its hash is 3

    assertThat(one.owner(key).name()).isEqualTo("b");
    assertThat(other.owner(key).name()).as("a, which is not listed, comes last").isEqualTo("b");
    assertThat(byName.owner(key).name()).isEqualTo("a");
    assertThat(one.fingerprint()).isNotEqualTo(byName.fingerprint());
    assertThat(one.replicas(key, 3)).extracting(Node::name).containsExactly("b", "c", "a");
  }

  @Test
  void anAddedNodeComesLastUntilItIsListed() {
    Preset preset = Presets.jedis().order(List.of("c", "a"));
    NodeSet two = THREE.without("b");
    Placement before = preset.place(two);
    Placement after = preset.place(THREE);

    for (byte[] key : SelectorContract.keys(SEED, 10_000)) {
      if (!after.owner(key).name().equals("b")) {
        assertThat(after.owner(key)).isEqualTo(before.owner(key));
      }
    }
  }

  @Test
  void refusesAnOrderThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.jedis().order(List.of("a", "b", "a")))
        .withMessage("order must name each node once but has twice a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.twemproxyModula("md5").order(List.of("a", "b")))
        .withMessage(
            "twemproxy-modula-md5 sorts its nodes itself, so order must not be set but was [a, b]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "goredis-ring-rendezvous",
        "jedis-sharding-md5",
        "phpredis-array-default",
        "redis-rb4-distributed",
        "pymemcache-rendezvous",
        "folsom-continuum",
        "evcache-ketama",
        "spymemcached-ketama"
      })
  void refusesWeightsThatTheClientDoesNotKnow(String name) {
    NodeSet nodes = NodeSet.parse("a=h:1, b=h:2;weight=2");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset(name).place(nodes))
        .withMessage(
            "weight must be 1, as %s knows no weights, but was 2.0 for node b".formatted(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jedis3-shardedjedis-md5",
        "twemproxy-modula-md5",
        "php-memcached-modula",
        "dalli-ring",
        "xmemcached-election",
        "python-memcached"
      })
  void refusesFractionsWhereTheClientHasWholeWeights(String name) {
    for (String weight : List.of("0.5", "1.5", "1e10")) {
      NodeSet nodes = NodeSet.parse("a=h:1, b=h:2;weight=" + weight);

      assertThatIllegalArgumentException()
          .isThrownBy(() -> Selectors.preset(name).place(nodes))
          .withMessageStartingWith("weight must be a whole number from 1 to 2147483647 for " + name)
          .withMessageEndingWith(" for node b");
    }
  }

  @Test
  void refusesWeightsThatWouldFillTheMemory() {
    NodeSet nodes = NodeSet.parse("a=h:1;weight=1e9, b=h:2;weight=1e9");

    for (String name : List.of("python-memcached", "xmemcached-election")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Selectors.preset(name).place(nodes))
          .withMessage(
              "weights must have a sum of at most 16777216 for %s but had 2000000000"
                  .formatted(name));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.shardedJedis().place(nodes))
        .withMessageStartingWith("a ring must have from 1 to 16777216 points but");
  }

  @Test
  void refusesAFleetWhoseKeysAreAllOnOneNodeUnlessItIsCalledUnsafe() {
    assertThat(Presets.unsafeNames())
        .containsExactly(
            "php-memcached-consistent-hash-crc-servers-first",
            "php-memcached-ketama-compatible-hash-crc",
            "twemproxy-ketama-crc32")
        .doesNotContainAnyElementsOf(Presets.names());
    for (String name : Presets.unsafeNames()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Selectors.preset(name))
          .withMessageStartingWith(
              "preset must be safe but %s puts nearly all keys on one node".formatted(name));
      Placement placement = Presets.unsafe(name).place(THREE);
      assertThat(SelectorContract.owners(placement))
          .containsOnly(placement.ownerIndex(new byte[0], 0, 0));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.twemproxy("crc32"))
        .withMessage(
            "keyHash must be as wide as the points, 32 bits, but crc32-15 has 15: nearly all keys"
                + " of twemproxy-ketama-crc32 would be on one node");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Presets.libmemcachedConsistent("crc").place(NodeSet.parse("a=h:1, b=h:2;weight=2")))
        .withMessageContaining("nearly all keys");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.unsafe("dalli-ring"))
        .withMessageContaining("but was dalli-ring");
  }

  /** The empty key has CRC-32 0, which phpredis with crc32b takes as it is. */
  @Test
  void aKeyThatPhpredisPutsBeyondItsListIsRefused() {
    Placement placement = Selectors.preset("phpredis-array-algorithm-crc32b").place(THREE);

    for (String key : List.of("", "{}a")) {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      assertThatExceptionOfType(RoutingException.class)
          .isThrownBy(() -> placement.owner(bytes))
          .withMessage(
              "selector phpredis-array-algorithm-crc32b has no owner for a key with the hash 0:"
                  + " its client reads beyond its list");
    }
    assertThat(placement.owner(new byte[] {'a'})).isNotNull();
    assertThat(Selectors.preset("phpredis-array-consistent-crc32b").place(THREE).owner(new byte[0]))
        .isNotNull();
  }

  @Test
  void aNameThatPhpredisWouldCutIsRefused() {
    String longest = "n".repeat(60);

    assertThat(Presets.phpredisConsistent().place(NodeSet.of(Node.of(longest, "h", 1))).nodes())
        .hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Presets.phpredisConsistent().place(NodeSet.of(Node.of(longest + "n", "h", 1))))
        .withMessageStartingWith("name must have at most 60 bytes, as phpredis cuts off the rest");
  }

  /** These two share a point of MD5, as recorded of other clients. */
  @Test
  void nodesThatShareAPointAreRefusedWhereTheClientTossesACoin() {
    NodeSet nodes = NodeSet.parse("a=10.18.40.1:11300, b=10.18.152.1:11300, c=10.0.0.1:11300");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset("xmemcached-ketama-nginx").place(nodes))
        .withMessageStartingWith(
            "xmemcached-ketama-nginx leaves undefined who owns a point of two nodes, but")
        .withMessageContaining("a and b");
    assertThat(Selectors.preset("xmemcached-ketama-nginx").place(nodes.without("a")).nodes())
        .hasSize(2);
  }

  @Test
  void nodesThatTheClientCannotTellApartAreRefused() {
    NodeSet nodes = NodeSet.parse("10.0.0.1=10.0.0.1:1, b=10.0.0.2:2");

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Presets.evcache().toBuilder().identity(new SameForAll()).build().place(nodes))
        .withMessage(
            "the client must know nodes by different names but knows both 10.0.0.1 and b as same");
  }

  private record SameForAll() implements NodeIdentity {
    @Override
    public String id() {
      return "same-for-all";
    }

    @Override
    public String of(Node node, int position) {
      return "same";
    }
  }

  @Test
  void refusesHashesAndOptionsThatTheClientDoesNotHave() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.twemproxyModula("sha1"))
        .withMessageStartingWith("hash must be one of [crc16, crc32, crc32a, fnv1_32,")
        .withMessageEndingWith("but was sha1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.folsom(0))
        .withMessage("number must be between 1 and 65536 but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.redisRb4(-1))
        .withMessage("database must be 0 or more but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.evcache(3))
        .withMessage("bucketSize must be between 4 and 262144 but was 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RingPreset.builder("My ring"))
        .withMessage("name must have 1 to 64 of a-z 0-9 _ + - but was My ring");
  }

  @Test
  void refusesSettingsThatDoNotFitTogether() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RingPreset.builder("r").keyHash(HashFunctions.xxh3()).build())
        .withMessage("keyHash must not be wider than the points, 32 bits, but xxh3-64 has 64");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RingPreset.builder("r")
                    .pointHash(PointHashes.numbered(HashFunctions.xxh3(), "-"))
                    .buckets(8)
                    .build())
        .withMessage("points must have 32 bits for buckets but have 64");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RingPreset.builder("r").buckets(0))
        .withMessage("buckets must be between 1 and 65536 but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RendezvousPreset.builder("r").weights(WeightRule.WHOLE).build())
        .withMessage("weights must be another rule for r but was WHOLE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RingPreset.builder("r").weights(WeightRule.IGNORED).build())
        .withMessage("weights must be another rule for r but was IGNORED");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RendezvousPreset.builder("r")
                    .score(RendezvousPreset.Score.MD5_OF_NUMBERED_TEXT)
                    .weights(WeightRule.IGNORED)
                    .build())
        .withMessage("weights must be another rule for r but was IGNORED");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TablePreset.builder("t").weights(WeightRule.ANY).build())
        .withMessage("weights must be another rule for t but was ANY");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TablePreset.builder("t")
                    .keyHash(HashFunctions.xxh3())
                    .rule(TablePreset.Rule.RANGE)
                    .build())
        .withMessage("keyHash must have 32 bits for the rule RANGE but xxh3-64 has 64");
  }

  /** No known client: XXH64 points, the last at or below the key, tags in brackets. */
  @Test
  void aRingThatNoPresetHasCanBeBuilt() {
    RingPreset preset =
        RingPreset.builder("ours")
            .identity(NodeIdentities.address())
            .weights(WeightRule.WHOLE)
            .pointCount(PointCounts.perWeight(7))
            .pointHash(PointHashes.numbered(HashFunctions.xxh64(), "#"))
            .tie(RingPreset.Tie.LAST)
            .find(RingPreset.Find.FLOOR)
            .keyHash(HashFunctions.xxh64())
            .keyTag(KeyTags.between('[', ']'))
            .build();
    NodeSet nodes = NodeSet.parse("a=h:1, b=h:2;weight=3, c=h:3");
    TreeMap<Long, Node> ring = new TreeMap<>(Long::compareUnsigned);
    for (Node node : nodes) {
      for (int i = 0; i < 7 * node.weight(); i++) {
        ring.put(xxh64(node.address() + "#" + i), node);
      }
    }

    Placement placement = preset.place(nodes);

    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 10_000; i++) {
      String tag = Long.toString(random.nextLong(), 36);
      Map.Entry<Long, Node> entry = ring.floorEntry(xxh64(tag));
      byte[] key = ("x[" + tag + "]").getBytes(StandardCharsets.UTF_8);
      assertThat(placement.owner(key))
          .as("tag %s, seed %d", tag, SEED)
          .isEqualTo((entry == null ? ring.lastEntry() : entry).getValue());
    }
  }

  private static long xxh64(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return HashFunctions.xxh64().of(bytes, 0, bytes.length);
  }

  /** With a weight of 1 beside 1,000,000 a node has no point: it owns nothing but is a replica. */
  @Test
  void aNodeWithoutAPointIsTheLastReplica() {
    NodeSet nodes = NodeSet.parse("a=h:1, b=h:2;weight=1000000, c=h:3;weight=1000000");
    Placement placement = Presets.libmemcachedKetama().place(nodes);

    for (byte[] key : SelectorContract.keys(SEED, 1_000)) {
      assertThat(placement.owner(key).name()).isNotEqualTo("a");
      assertThat(placement.replicas(key, 3).get(2).name()).isEqualTo("a");
    }
  }

  @Test
  void characterHashesAgreeWithStrings() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 20_000; i++) {
      String text =
          random
              .ints(random.nextInt(6), 0, 0x110000)
              .filter(c -> c < 0xd800 || c > 0xdfff)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

      assertThat(TextHashes.STRING_HASH_CODE.of(utf8, 0, utf8.length))
          .as("%s, seed %d", text, SEED)
          .isEqualTo(Integer.toUnsignedLong(text.hashCode()));
    }
  }

  @Test
  void nodesThatAreCalledLikeAnOrderDoNotMakeTwoOrdersOne() {
    NodeSet nodes = NodeSet.parse("a=h:1, length=h:2, names=h:3");
    Preset preset = Selectors.preset("jedis-sharding-murmur");

    Set<Long> fingerprints = new HashSet<>();
    fingerprints.add(preset.place(nodes).fingerprint());
    fingerprints.add(preset.order(List.of("names")).place(nodes).fingerprint());
    fingerprints.add(preset.order(List.of("length")).place(nodes).fingerprint());

    assertThat(fingerprints).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"b;a", "", " a", "a,b"})
  void anOrderListsNamesOfNodes(String name) {
    Preset preset = Selectors.preset("jedis-sharding-murmur");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> preset.order(List.of(name)))
        .withMessageStartingWith("order must list names of nodes: name ");
  }
}
