package dev.cress.memcached.internal.operation;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A meta command that writes an item, if it is still the one that a token was read from. */
abstract class MetaWrite extends MetaOperation<MetaOutcome> implements CarriesToken {

  private final @Nullable Long token;

  MetaWrite(String name, byte[] key, @Nullable Long token) {
    super(name, key);
    this.token = token;
  }

  final String tokenArgument() {
    return CasToken.argument(token);
  }

  @Override
  public final boolean fits(int tag) {
    return CasToken.fits(tag, token);
  }

  @Override
  public final void endAsChanged() {
    answer(MetaOutcome.EXISTS);
  }

  @Override
  final void onLine(String reply) throws IOException {
    MetaOutcome outcome = MetaOutcome.parse(reply);
    if (outcome == null) {
      throw unexpected();
    }
    answer(outcome);
  }
}
