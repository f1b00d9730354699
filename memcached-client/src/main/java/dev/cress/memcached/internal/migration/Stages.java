package dev.cress.memcached.internal.migration;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Steps that follow other steps. */
final class Stages {

  private Stages() {}

  /** Goes on in one of two ways. */
  static <T, R> CompletionStage<R> either(
      CompletionStage<T> stage,
      Function<T, CompletionStage<R>> answered,
      Function<Throwable, CompletionStage<R>> failed) {
    return stage
        .handle(
            (value, failure) ->
                failure == null ? answered.apply(value) : failed.apply(cause(failure)))
        .thenCompose(Function.identity());
  }

  /** What a stage failed with, without what stages wrap around it. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  static CompletionStage<Void> later(long millis) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
  }
}
