package dev.cress.hash;

/**
 * The hash functions that Cress offers. Most of them are here because other clients place keys with
 * them; a new node set does well with {@link #xxh3}. All allocate nothing once a thread has called
 * them, and take a time proportional to the length of the key.
 *
 * <p>C clients often take a byte as a signed char. On x86 that gives other hashes for bytes above
 * 0x7f, so such functions come twice, and the second is called signed. Plain ASCII keys have the
 * same hash under both.
 */
public final class HashFunctions {

  private HashFunctions() {}

  /**
   * Returns XXH3 with 64 bits and seed 0, the default of all selectors; see {@link KeyHash}.
   *
   * @return the function {@code xxh3-64}
   */
  public static HashFunction xxh3() {
    return Xxh3.INSTANCE;
  }

  /**
   * Returns XXH64 with seed 0, 64 bits, see <a
   * href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">its specification</a>.
   *
   * @return the function {@code xxh64}
   */
  public static HashFunction xxh64() {
    return FromHash4j.XXH64;
  }

  /**
   * Returns XXH32 with seed 0, 32 bits, see <a
   * href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">its specification</a>.
   *
   * @return the function {@code xxh32}
   */
  public static HashFunction xxh32() {
    return FromHash4j.XXH32;
  }

  /**
   * Returns MurmurHash2 as libmemcached and twemproxy have it: 32 bits, the seed is 0xdeadbeef
   * times the length. See <a
   * href="https://github.com/aappleby/smhasher/blob/master/src/MurmurHash2.cpp">its source</a>.
   *
   * @return the function {@code murmur2}
   */
  public static HashFunction murmur2() {
    return Murmur.MURMUR2;
  }

  /**
   * Returns MurmurHash64A with the seed of Jedis, 0x1234abcd: 64 bits. Jedis compares them as
   * signed. See <a href="https://github.com/aappleby/smhasher/blob/master/src/MurmurHash2.cpp">its
   * source</a>.
   *
   * @return the function {@code murmur64a}
   */
  public static HashFunction murmur64a() {
    return Murmur.MURMUR64A;
  }

  /**
   * Returns MurmurHash3 for x86 with seed 0, 32 bits, see <a
   * href="https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp">its source</a>.
   *
   * @return the function {@code murmur3-32}
   */
  public static HashFunction murmur3() {
    return FromHash4j.MURMUR3;
  }

  /**
   * Returns FNV-1 with 32 bits, see <a href="https://www.rfc-editor.org/rfc/rfc9923">RFC 9923</a>.
   *
   * @return the function {@code fnv1-32}
   */
  public static HashFunction fnv1_32() {
    return Fnv.FNV1_32;
  }

  /**
   * Returns FNV-1a with 32 bits, see <a href="https://www.rfc-editor.org/rfc/rfc9923">RFC 9923</a>.
   *
   * @return the function {@code fnv1a-32}
   */
  public static HashFunction fnv1a_32() {
    return Fnv.FNV1A_32;
  }

  /**
   * Returns FNV-1 with 64 bits, see <a href="https://www.rfc-editor.org/rfc/rfc9923">RFC 9923</a>.
   *
   * @return the function {@code fnv1-64}
   */
  public static HashFunction fnv1_64() {
    return Fnv.FNV1_64;
  }

  /**
   * Returns FNV-1a with 64 bits, see <a href="https://www.rfc-editor.org/rfc/rfc9923">RFC 9923</a>.
   *
   * @return the function {@code fnv1a-64}
   */
  public static HashFunction fnv1a_64() {
    return Fnv.FNV1A_64;
  }

  /**
   * Returns {@link #fnv1_32} of bytes that are signed, as C clients on x86 take them: 32 bits.
   *
   * @return the function {@code fnv1-32-signed}
   */
  public static HashFunction fnv1_32Signed() {
    return Fnv.FNV1_32_SIGNED;
  }

  /**
   * Returns {@link #fnv1a_32} of bytes that are signed, as C clients on x86 take them: 32 bits.
   *
   * @return the function {@code fnv1a-32-signed}
   */
  public static HashFunction fnv1a_32Signed() {
    return Fnv.FNV1A_32_SIGNED;
  }

  /**
   * Returns the low 32 bits of {@link #fnv1_64} of bytes that are signed, as C clients on x86 take
   * them.
   *
   * @return the function {@code fnv1-64-low32-signed}
   */
  public static HashFunction fnv1_64Low32Signed() {
    return Fnv.FNV1_64_LOW32_SIGNED;
  }

  /**
   * Returns the low 32 bits of {@link #fnv1a_64} of bytes that are signed, as C clients on x86 take
   * them.
   *
   * @return the function {@code fnv1a-64-low32-signed}
   */
  public static HashFunction fnv1a_64Low32Signed() {
    return Fnv.FNV1A_64_LOW32_SIGNED;
  }

  /**
   * Returns CRC-32, see <a href="https://www.rfc-editor.org/rfc/rfc1952#section-8">RFC 1952</a>.
   *
   * @return the function {@code crc32}
   */
  public static HashFunction crc32() {
    return Crc.CRC32;
  }

  /**
   * Returns CRC-32 without its last inversion, as phpredis has it: all 32 bits of {@link #crc32}
   * the other way round.
   *
   * @return the function {@code crc32-raw}
   */
  public static HashFunction crc32Raw() {
    return Crc.CRC32_RAW;
  }

  /**
   * Returns the 15 bits of {@link #crc32} above its lowest 16, as libmemcached and twemproxy have
   * it.
   *
   * @return the function {@code crc32-15}
   */
  public static HashFunction crc32Short() {
    return Crc.CRC32_SHORT;
  }

  /**
   * Returns the CRC-16 of Redis Cluster as twemproxy has it: the register has 32 bits and keeps
   * what CRC-16 cuts off. See <a
   * href="https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/">the Redis
   * Cluster specification</a>.
   *
   * @return the function {@code crc16-uncut}
   */
  public static HashFunction crc16() {
    return Crc.CRC16;
  }

  /**
   * Returns the first 4 bytes of MD5, lowest byte first, as ketama has it: 32 bits. See <a
   * href="https://www.rfc-editor.org/rfc/rfc1321">RFC 1321</a>.
   *
   * @return the function {@code md5-le32}
   */
  public static HashFunction md5() {
    return Digests.MD5;
  }

  /**
   * Returns the first 4 bytes of MD5, highest byte first: 32 bits. See <a
   * href="https://www.rfc-editor.org/rfc/rfc1321">RFC 1321</a>.
   *
   * @return the function {@code md5-be32}
   */
  public static HashFunction md5BigEndian() {
    return Digests.MD5_BIG_ENDIAN;
  }

  /**
   * Returns the first 8 bytes of MD5, lowest byte first: 64 bits. See <a
   * href="https://www.rfc-editor.org/rfc/rfc1321">RFC 1321</a>.
   *
   * @return the function {@code md5-le64}
   */
  public static HashFunction md5Long() {
    return Digests.MD5_64;
  }

  /**
   * Returns the first 8 bytes of SHA-1, lowest byte first: 64 bits. See <a
   * href="https://www.rfc-editor.org/rfc/rfc3174">RFC 3174</a>.
   *
   * @return the function {@code sha1-le64}
   */
  public static HashFunction sha1Long() {
    return Digests.SHA1_64;
  }

  /**
   * Returns the first 4 bytes of SHA-1, lowest byte first: 32 bits. See <a
   * href="https://www.rfc-editor.org/rfc/rfc3174">RFC 3174</a>.
   *
   * @return the function {@code sha1-le32}
   */
  public static HashFunction sha1() {
    return Digests.SHA1;
  }

  /**
   * Returns the first 4 bytes of SHA-1, highest byte first: 32 bits. See <a
   * href="https://www.rfc-editor.org/rfc/rfc3174">RFC 3174</a>.
   *
   * @return the function {@code sha1-be32}
   */
  public static HashFunction sha1BigEndian() {
    return Digests.SHA1_BIG_ENDIAN;
  }

  /**
   * Returns Bob Jenkins' one-at-a-time hash, 32 bits, see <a
   * href="https://burtleburtle.net/bob/hash/doobs.html">its description</a>.
   *
   * @return the function {@code one-at-a-time}
   */
  public static HashFunction oneAtATime() {
    return Jenkins.ONE_AT_A_TIME;
  }

  /**
   * Returns {@link #oneAtATime} of bytes that are signed, as C clients on x86 take them: 32 bits.
   *
   * @return the function {@code one-at-a-time-signed}
   */
  public static HashFunction oneAtATimeSigned() {
    return Jenkins.ONE_AT_A_TIME_SIGNED;
  }

  /**
   * Returns Bob Jenkins' lookup3 of bytes with the seed of libmemcached and twemproxy, 13: 32 bits.
   * See <a href="https://burtleburtle.net/bob/c/lookup3.c">its source</a>.
   *
   * @return the function {@code lookup3-13}
   */
  public static HashFunction lookup3() {
    return Jenkins.LOOKUP3;
  }

  /**
   * Returns Paul Hsieh's "super fast hash" with start value 0, 32 bits, see <a
   * href="http://www.azillionmonkeys.com/qed/hash.html">its description</a>. Every byte is
   * unsigned.
   *
   * @return the function {@code hsieh}
   */
  public static HashFunction hsieh() {
    return Hsieh.UNSIGNED;
  }

  /**
   * Returns {@link #hsieh} as twemproxy has it on x86: of three bytes left over, the last is
   * signed. 32 bits.
   *
   * @return the function {@code hsieh-signed}
   */
  public static HashFunction hsiehSigned() {
    return Hsieh.SIGNED;
  }

  /**
   * Returns SipHash-2-4 with a secret, 64 bits. Who does not know the secret cannot choose keys
   * that all have one owner. All clients of a node set need the same secret. See Aumasson and
   * Bernstein (2012), <a
   * href="https://doi.org/10.1007/978-3-642-34931-7_28">doi:10.1007/978-3-642-34931-7_28</a>.
   *
   * @param secret 16 random bytes; copied
   * @return the function {@code siphash-2-4(...)}, with the first 8 bytes of the SHA-256 of the
   *     secret, in hex, in place of the dots
   * @throws IllegalArgumentException if the secret does not have 16 bytes
   */
  public static HashFunction sipHash24(byte[] secret) {
    return new SipHash24(secret);
  }

  private enum Xxh3 implements HashFunction {
    INSTANCE;

    @Override
    public String id() {
      return "xxh3-64";
    }

    @Override
    public int bits() {
      return Long.SIZE;
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      return KeyHash.of(bytes, from, to);
    }
  }
}
