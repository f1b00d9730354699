package dev.cress.hash;

import com.dynatrace.hash4j.hashing.Hasher32;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The further hashes that come from hash4j: <a
 * href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">xxHash</a> and <a
 * href="https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp">MurmurHash3</a>.
 */
final class FromHash4j {

  static final HashFunction XXH64 = named("xxh64", Hashing.xxh64());
  static final HashFunction XXH32 = named("xxh32", Hashing.xxh32());
  static final HashFunction MURMUR3 = named("murmur3-32", Hashing.murmur3_32());

  private FromHash4j() {}

  private static HashFunction named(String id, Hasher64 hasher) {
    return new NamedHash(
        id, Long.SIZE, (bytes, from, to) -> hasher.hashBytesToLong(bytes, from, to - from));
  }

  private static HashFunction named(String id, Hasher32 hasher) {
    return new NamedHash(
        id, Integer.SIZE, (bytes, from, to) -> hasher.hashBytesToInt(bytes, from, to - from));
  }
}
