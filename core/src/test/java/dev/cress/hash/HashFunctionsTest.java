package dev.cress.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is true of all hash functions, and their published values. */
final class HashFunctionsTest {

  private static final Map<String, HashFunction> BY_ID = new TreeMap<>();

  static {
    for (HashFunction function : functions()) {
      BY_ID.put(function.id(), function);
    }
  }

  /**
   * XXH64, XXH32: the values of the reference implementation, xxHash 0.8. FNV: RFC 9923 and the
   * test suite of its authors. CRC-32: the check value. MD5, SHA-1: RFC 1321 and FIPS 180.
   * MurmurHash3: its reference implementation. One-at-a-time: the article on Jenkins hash functions
   * in Wikipedia.
   */
  @ParameterizedTest
  @CsvSource({
    "xxh3-64,'',2d06800538d394c2",
    "xxh64,'',ef46db3751d8e999",
    "xxh64,a,d24ec4f1a98c6e5b",
    "xxh64,abc,44bc2cf5ad770999",
    "xxh64,Nobody inspects the spammish repetition,fbcea83c8a378bf1",
    "xxh32,'',02cc5d05",
    "xxh32,a,550d7456",
    "xxh32,abc,32d153ff",
    "xxh32,Nobody inspects the spammish repetition,e2293b2f",
    "murmur3-32,'',0",
    "murmur3-32,test,ba6bd213",
    "murmur3-32,'Hello, world!',c0363e43",
    "murmur3-32,The quick brown fox jumps over the lazy dog,2e4ff723",
    "fnv1-32,'',811c9dc5",
    "fnv1-32,a,050c5d7e",
    "fnv1-32,foobar,31f0b262",
    "fnv1a-32,'',811c9dc5",
    "fnv1a-32,a,e40c292c",
    "fnv1a-32,foobar,bf9cf968",
    "fnv1-64,'',cbf29ce484222325",
    "fnv1-64,a,af63bd4c8601b7be",
    "fnv1-64,foobar,340d8765a4dda9c2",
    "fnv1a-64,'',cbf29ce484222325",
    "fnv1a-64,a,af63dc4c8601ec8c",
    "fnv1a-64,foobar,85944171f73967e8",
    "fnv1-64-low32-signed,foobar,a4dda9c2",
    "fnv1a-64-low32-signed,foobar,f73967e8",
    "crc32,'',0",
    "crc32,123456789,cbf43926",
    "crc32-raw,'',ffffffff",
    "crc32-raw,123456789,340bc6d9",
    "crc32-15,123456789,4bf4",
    "md5-le32,'',d98c1dd4",
    "md5-le32,abc,98500190",
    "md5-be32,'',d41d8cd9",
    "md5-be32,abc,90015098",
    "md5-le64,abc,b04fd23c98500190",
    "sha1-le64,abc,6a810647363e99a9",
    "sha1-le32,abc,363e99a9",
    "sha1-be32,'',da39a3ee",
    "sha1-be32,abc,a9993e36",
    "one-at-a-time,'',0",
    "one-at-a-time,a,ca2e9442",
    "one-at-a-time,The quick brown fox jumps over the lazy dog,519e91f5",
  })
  void isThePublishedValue(String id, String text, String hash) {
    assertThat(of(id, text.getBytes(UTF_8))).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  /**
   * XXH3-64 without a seed, for each of its ways to hash: the table of the self-test of xxHash 0.8,
   * {@code cli/xsum_sanity_check.c}.
   */
  @ParameterizedTest
  @CsvSource({
    "1,c44bdff4074eecdb",
    "6,27b56a84cd2d7325",
    "12,a713daf0dfbb77e7",
    "24,a3fe70bf9d3510eb",
    "48,397da259ecba1f11",
    "80,bcdefbbb2c47c90a",
    "195,cd94217ee362ec3a",
    "403,cdeb804d65c6dea4",
    "512,617e49599013cb6b",
    "2048,dd59e2c3a5f038e0",
    "2099,c6b9d9b3fc9ac765",
    "2240,6e73a90539cf2948",
    "2367,cb37aeb9e5d361ed",
  })
  void xxh3IsThePublishedValueAtEveryLength(int length, String hash) {
    assertThat(of("xxh3-64", selfTestBytes(length))).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  /** The bytes that the self-test of xxHash generates. */
  private static byte[] selfTestBytes(int length) {
    byte[] bytes = new byte[length];
    long generator = 2_654_435_761L;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (generator >>> 56);
      generator *= 0x9e3779b185ebca8dL; // 11400714785074694797
    }
    return bytes;
  }

  @Test
  void offersEachFunctionUnderItsOwnId() {
    assertThat(BY_ID).hasSize(functions().size());
    assertThat(
            Arrays.stream(HashFunctions.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())))
        .hasSameSizeAs(BY_ID.keySet());
  }

  @ParameterizedTest
  @MethodSource("functions")
  void hashesOnlyTheRange(HashFunction function) {
    byte[] bytes = new byte[300];
    new SplittableRandom(1).nextBytes(bytes);

    for (int length = 0; length <= 280; length++) {
      byte[] copy = Arrays.copyOfRange(bytes, 7, 7 + length);

      assertThat(function.of(bytes, 7, 7 + length))
          .as("%s of %s bytes", function.id(), length)
          .isEqualTo(of(function, copy));
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void staysWithinItsBits(HashFunction function) {
    byte[] bytes = new byte[64];
    SplittableRandom random = new SplittableRandom(2);
    long seen = 0;

    for (int i = 0; i < 1_000; i++) {
      random.nextBytes(bytes);
      seen |= function.of(bytes, 0, random.nextInt(8, 65));
    }

    assertThat(seen).isEqualTo(-1L >>> (64 - function.bits()));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void refusesARangeOutsideOfTheArray(HashFunction function) {
    byte[] bytes = new byte[4];

    assertThatThrownBy(() -> function.of(bytes, 2, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> function.of(bytes, -1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> function.of(bytes, 3, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "one-at-a-time,one-at-a-time-signed",
    "fnv1-32,fnv1-32-signed",
    "fnv1a-32,fnv1a-32-signed",
    "hsieh,hsieh-signed"
  })
  void signedBytesMatterAbove7f(String unsigned, String signed) {
    byte[] ascii = "user:72:profile".getBytes(UTF_8);
    byte[] umlauts = "äöü:ä".getBytes(UTF_8); // of 9 bytes, so hsieh shows none
    byte[] threeLeft = "abcdaä".getBytes(UTF_8); // of 7 bytes, the last above 0x7f

    assertThat(of(signed, ascii)).isEqualTo(of(unsigned, ascii));
    assertThat(of(signed, threeLeft)).isNotEqualTo(of(unsigned, threeLeft));
    assertThat(of(signed, umlauts) == of(unsigned, umlauts)).isEqualTo(unsigned.equals("hsieh"));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void allocatesNothing(HashFunction function) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] bytes = "user:105875:profile".getBytes(UTF_8);
    int calls = 10_000;
    long sum = repeat(function, bytes, 2 * calls);

    long before = threads.getCurrentThreadAllocatedBytes();
    sum += repeat(function, bytes, calls);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(sum).isEqualTo(3L * calls * of(function, bytes));
    assertThat(allocated).as("bytes in %s calls", calls).isLessThan(calls);
  }

  private static long repeat(HashFunction function, byte[] bytes, int calls) {
    long sum = 0;
    for (int i = 0; i < calls; i++) {
      sum += function.of(bytes, 0, bytes.length);
    }
    return sum;
  }

  private static long of(String id, byte[] bytes) {
    return of(Objects.requireNonNull(BY_ID.get(id), id), bytes);
  }

  private static long of(HashFunction function, byte[] bytes) {
    return function.of(bytes, 0, bytes.length);
  }

  static List<HashFunction> functions() {
    return List.of(
        HashFunctions.xxh3(),
        HashFunctions.xxh64(),
        HashFunctions.xxh32(),
        HashFunctions.murmur2(),
        HashFunctions.murmur64a(),
        HashFunctions.murmur3(),
        HashFunctions.fnv1_32(),
        HashFunctions.fnv1a_32(),
        HashFunctions.fnv1_64(),
        HashFunctions.fnv1a_64(),
        HashFunctions.fnv1_32Signed(),
        HashFunctions.fnv1a_32Signed(),
        HashFunctions.fnv1_64Low32Signed(),
        HashFunctions.fnv1a_64Low32Signed(),
        HashFunctions.crc32(),
        HashFunctions.crc32Raw(),
        HashFunctions.crc32Short(),
        HashFunctions.crc16(),
        HashFunctions.md5(),
        HashFunctions.md5BigEndian(),
        HashFunctions.md5Long(),
        HashFunctions.sha1Long(),
        HashFunctions.sha1(),
        HashFunctions.sha1BigEndian(),
        HashFunctions.oneAtATime(),
        HashFunctions.oneAtATimeSigned(),
        HashFunctions.lookup3(),
        HashFunctions.hsieh(),
        HashFunctions.hsiehSigned(),
        HashFunctions.sipHash24("0123456789abcdef".getBytes(UTF_8)));
  }
}
