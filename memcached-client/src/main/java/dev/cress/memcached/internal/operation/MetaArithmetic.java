package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.spy.memcached.ops.Mutator;

/** {@code ma}: counts, if the item is still the one that a token was read from. */
public final class MetaArithmetic extends MetaOperation<MetaCount> implements CarriesToken {

  private final Mutator type;
  private final long delta;
  private final Long token;

  /**
   * Counts up, beyond 2^64 - 1 from 0 again, or down as far as 0.
   *
   * @param key the key, not copied
   * @param type up or down
   * @param delta by how much; a server refuses a negative one, as with {@code incr}
   * @param token the token; one that is of no socket, such as 0, answers {@code EXISTS}
   */
  public MetaArithmetic(byte[] key, Mutator type, long delta, long token) {
    super("ma", key);
    this.type = type;
    this.delta = delta;
    this.token = token;
  }

  @Override
  String arguments() {
    String mode = type == Mutator.incr ? " MI" : " MD";
    return CasToken.argument(token) + mode + " D" + delta + " v";
  }

  @Override
  public boolean fits(int tag) {
    return CasToken.fits(tag, token);
  }

  @Override
  public void endAsChanged() {
    answer(new MetaCount(MetaOutcome.EXISTS, ""));
  }

  @Override
  void onLine(String reply) throws IOException {
    String[] parts = reply.split(" ", -1);
    if (parts.length > 1 && parts[0].equals("VA")) {
      expectBlock(length(parts[1]));
      return;
    }
    MetaOutcome outcome = MetaOutcome.parse(reply);
    if (outcome == null || outcome == MetaOutcome.DONE) {
      throw unexpected();
    }
    answer(new MetaCount(outcome, ""));
  }

  private static int length(String text) throws IOException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IOException("a counter has a header without its length", e);
    }
  }

  @Override
  void onBlock(byte[] data) {
    answer(new MetaCount(MetaOutcome.DONE, new String(data, StandardCharsets.US_ASCII)));
  }
}
