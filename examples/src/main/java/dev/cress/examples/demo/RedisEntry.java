package dev.cress.examples.demo;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One key in Redis. Thread-safe. */
final class RedisEntry extends Entry<RedisAsyncCommands<String, String>> {

  RedisEntry(
      Contender<RedisAsyncCommands<String, String>> cache,
      String key,
      Kind<RedisAsyncCommands<String, String>> kind,
      long ttl) {
    super(cache, key, kind, ttl);
  }

  /** Two commands, as not all types can be written with an expiry. */
  @Override
  CompletionStage<?> create(Value value) {
    return change(value)
        .thenCompose(
            reply ->
                ttl() == 0
                    ? CompletableFuture.completedFuture(reply)
                    : renew()
                        .thenApply(there -> there ? reply : "lost right after it was written"));
  }

  @Override
  CompletionStage<Boolean> renew() {
    return commands().pexpire(key(), ttl());
  }

  @Override
  CompletionStage<Boolean> delete() {
    return commands().del(key()).thenApply(deleted -> deleted == 1);
  }

  /** Redis answers -2 for no key, -1 for no expiry, else what is left of its life. */
  @Override
  CompletionStage<TimeLeft> timeLeft() {
    return commands()
        .pttl(key())
        .thenApply(
            left ->
                left == -2
                    ? TimeLeft.NO_KEY
                    : left == -1 ? TimeLeft.ENDLESS : TimeLeft.millis(left));
  }

  /** Client and server round their clocks to whole ms, at different moments. */
  @Override
  long rounding() {
    return 1;
  }
}
