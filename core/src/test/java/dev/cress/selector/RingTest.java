package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RingTest {

  private static final long SEED = SelectorContract.SEED;

  /** Points of few values, so that buckets are crowded and many points are claimed twice. */
  @ParameterizedTest
  @CsvSource({
    "64,false,false",
    "64,true,false",
    "64,false,true",
    "64,true,true",
    "32,false,false",
    "32,true,false",
    "32,false,true",
    "32,true,true",
    "15,false,false"
  })
  void agreesWithASortedMapOnEveryScale(int bits, boolean signed, boolean floor) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 100; round++) {
      int used = random.nextInt(3, bits + 1);
      long[][] points = new long[3][];
      for (int node = 0; node < 3; node++) {
        points[node] =
            random.longs(random.nextInt(1, 40)).map(l -> spread(l, used, bits)).toArray();
      }
      Ring ring = new Ring(points, new int[] {2, 0, 1}, new Ring.Scale(bits, signed, floor));
      NavigableMap<Long, Integer> map = map(points, bits, signed);

      for (int i = 0; i < 300; i++) {
        long hash = spread(random.nextLong(), random.nextInt(3, bits + 1), bits);
        assertThat(ring.nodeOf(hash))
            .as("hash %x, seed %d", hash, SEED)
            .isEqualTo(owner(map, hash, floor));
      }
    }
  }

  /** A number of a width, of which only some of the top and bottom bits vary. */
  private static long spread(long random, int used, int bits) {
    long number = random >>> (Long.SIZE - used);
    return (random & 1) == 0 ? number : number << (bits - used);
  }

  /** The first node that claims a point keeps it. */
  private static NavigableMap<Long, Integer> map(long[][] points, int bits, boolean signed) {
    Comparator<Long> unsigned = Long::compareUnsigned;
    long sign = 1L << (bits - 1);
    NavigableMap<Long, Integer> map =
        new TreeMap<>(signed ? Comparator.comparing(l -> l ^ sign, unsigned) : unsigned);
    int[] nodes = {2, 0, 1};
    IntStream.range(0, points.length)
        .forEach(
            i ->
                IntStream.range(0, points[i].length)
                    .forEach(j -> map.putIfAbsent(points[i][j], nodes[i])));
    return map;
  }

  private static int owner(NavigableMap<Long, Integer> map, long hash, boolean floor) {
    Map.Entry<Long, Integer> entry = floor ? map.floorEntry(hash) : map.ceilingEntry(hash);
    Map.Entry<Long, Integer> wrapped = floor ? map.lastEntry() : map.firstEntry();
    return (entry == null ? wrapped : entry).getValue();
  }
}
