package dev.cress.examples.demo;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A type of value: how it is written and read, and what the replies must be. A write creates a new
 * value, or makes one more change to it. Immutable.
 *
 * @param <C> the commands of a client
 * @param write sends the last write of a value
 * @param reply what that must answer when the key held what it must
 * @param read reads all that a key holds
 * @param content what that must answer for a key with this value
 * @param nothing what it must answer for no key at all
 * @param renewsLife whether a change sets the time to live anew
 */
record Kind<C>(
    Write<C> write,
    Function<Value, Object> reply,
    Read<C> read,
    Function<Value, Object> content,
    @Nullable Object nothing,
    boolean renewsLife) {

  /** Sends the last write of a value. */
  interface Write<C> {
    CompletionStage<?> send(C commands, String key, Value value);
  }

  /** Reads all that a key holds. */
  interface Read<C> {
    CompletionStage<?> send(C commands, String key);
  }
}
