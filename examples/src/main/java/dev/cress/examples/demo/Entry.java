package dev.cress.examples.demo;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One key in one contender: the commands that it is used by. Thread-safe.
 *
 * @param <C> the commands of a client
 */
abstract class Entry<C> {

  private final String key;
  private final Kind<C> kind;
  private final long ttl;
  private final Contender<C> cache;

  /**
   * Names a key.
   *
   * @param ttl its time to live in ms, 0 for an endless one
   */
  Entry(Contender<C> cache, String key, Kind<C> kind, long ttl) {
    this.cache = cache;
    this.key = key;
    this.kind = kind;
    this.ttl = ttl;
  }

  final String key() {
    return key;
  }

  final long ttl() {
    return ttl;
  }

  final Kind<C> kind() {
    return kind;
  }

  final Contender<C> cache() {
    return cache;
  }

  /** The commands to use now. */
  C commands() {
    return cache.commands(key);
  }

  /** Writes a new value and its time to live; answers as {@link Kind#reply} says. */
  abstract CompletionStage<?> create(Value value);

  /** Makes the last change of a value; answers as {@link Kind#reply} says. */
  final CompletionStage<?> change(Value value) {
    return kind.write().send(commands(), key, value);
  }

  final CompletionStage<?> read() {
    return kind.read().send(commands(), key);
  }

  /** What {@link #read} must answer for this value. */
  final @Nullable Object content(@Nullable Value value) {
    return value == null ? kind.nothing() : kind.content().apply(value);
  }

  /** Sets the time to live anew; answers whether there was a key. */
  abstract CompletionStage<Boolean> renew();

  /** Answers whether there was a key. */
  abstract CompletionStage<Boolean> delete();

  /** Answers what is left of its life. */
  abstract CompletionStage<TimeLeft> timeLeft();

  /** How far, in ms, its end may be from what was set, for no other reason than rounding. */
  abstract long rounding();
}
