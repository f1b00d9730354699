package dev.cress.examples.demo;

import dev.cress.node.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One key in memcached. Thread-safe. */
final class MemcachedEntry extends Entry<MemcachedCommands> {

  /*
   * memcached keeps time in whole seconds, by a clock that each server moves about once a second.
   * Such a clock is behind by a part of a second, by up to a second more until it moves, and by the
   * time that a busy machine lets it wait. A time to live is set by one reading of it and ends by
   * another, so that the end is right to 2 s either way. A key that moves is read by the clock of
   * one server and set by that of another: 2 s more for each change.
   */
  static final long ROUNDING = 2_000;

  private final MemcachedLook look;

  MemcachedEntry(
      Contender<MemcachedCommands> cache,
      String key,
      Kind<MemcachedCommands> kind,
      long ttl,
      MemcachedLook look) {
    super(cache, key, kind, ttl);
    this.look = look;
  }

  @Override
  MemcachedCommands commands() {
    return super.commands().expiring((int) (ttl() / 1_000));
  }

  @Override
  CompletionStage<?> create(Value value) {
    return change(value);
  }

  @Override
  CompletionStage<Boolean> renew() {
    return commands().touch(key());
  }

  @Override
  CompletionStage<Boolean> delete() {
    return commands().delete(key());
  }

  /**
   * Reads the key, so that it is at its owner if it is anywhere, and looks there. If a change has
   * begun meanwhile, the owner may have been another one.
   */
  @Override
  CompletionStage<TimeLeft> timeLeft() {
    Node owner = cache().ownerOf(key());
    return read()
        .thenCompose(
            value ->
                value == null
                    ? CompletableFuture.completedFuture(TimeLeft.NO_KEY)
                    : look.at(owner, key())
                        .thenApply(
                            left ->
                                owner.equals(cache().ownerOf(key())) ? left : TimeLeft.UNKNOWN));
  }

  @Override
  long rounding() {
    return ROUNDING;
  }
}
