package dev.cress.selector;

import java.util.Arrays;

/**
 * Steps by the remainder of the hash, as in modulo or in a table whose size is a prime.
 *
 * @param owners the owner of each remainder of a division by the number of owners
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and may have 65,537 entries
record Residues(int[] owners) implements Steps {

  /** Above it, counting would take longer than a sample. */
  private static final long MAX_PERIOD = 1L << 24;

  @Override
  public boolean addTo(Flows flows, Steps after, int hashBits) {
    if (after instanceof Residues residues) {
      return addPeriod(flows, residues);
    }
    return Steps.addProduct(flows, this, after, hashBits);
  }

  /** A pair of remainders repeats after the least common multiple of the sizes. */
  private boolean addPeriod(Flows flows, Residues after) {
    int size = owners.length;
    int sizeAfter = after.owners.length;
    long period = (long) size / gcd(size, sizeAfter) * sizeAfter;
    if (period > MAX_PERIOD) {
      return false;
    }
    for (int i = 0; i < period; i++) {
      flows.add(owners[i % size], after.owners[i % sizeAfter], 1.0 / period);
    }
    return true;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Override
  public int count() {
    return owners.length;
  }

  @Override
  public double[] shares() {
    double[] shares = new double[Arrays.stream(owners).max().orElse(0) + 1];
    for (int owner : owners) {
      shares[owner] += 1.0 / owners.length;
    }
    return shares;
  }
}
