package dev.cress.hash;

/** The hash functions that Cress offers. */
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
