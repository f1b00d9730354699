package dev.cress.hash;

import java.util.Objects;

/** A hash function made of its name and its formula. */
final class NamedHash implements HashFunction {

  private final String id;
  private final int bits;
  private final long mask;
  private final Formula formula;

  /**
   * Names a formula.
   *
   * @param bits how many of the low bits of the formula's result are the hash, 1 to 64
   */
  NamedHash(String id, int bits, Formula formula) {
    this.id = id;
    this.bits = bits;
    this.mask = -1L >>> (Long.SIZE - bits);
    this.formula = formula;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int bits() {
    return bits;
  }

  @Override
  public long of(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    return formula.of(bytes, from, to) & mask;
  }

  @Override
  public String toString() {
    return id;
  }

  /** Computes the hash of a range that lies within the array. */
  @FunctionalInterface
  interface Formula {
    long of(byte[] bytes, int from, int to);
  }
}
