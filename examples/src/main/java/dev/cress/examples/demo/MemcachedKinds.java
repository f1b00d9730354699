package dev.cress.examples.demo;

import dev.cress.examples.demo.Kind.Read;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.spy.memcached.CASResponse;
import org.jspecify.annotations.Nullable;

/** The ways to write a key of memcached. */
final class MemcachedKinds {

  /** A token is good for the node that gave it: when the key has moved, the caller begins again. */
  private static final int CAS_ATTEMPTS = 2;

  private static final Read<MemcachedCommands> GET = MemcachedCommands::get;

  private static final Kind<MemcachedCommands> APPENDED =
      new Kind<>(
          (cache, key, v) ->
              v.isNew() ? cache.set(key, v.lastPart()) : cache.append(key, v.lastPart()),
          v -> true,
          GET,
          v -> String.join("", v.parts()),
          null,
          false);

  private static final Kind<MemcachedCommands> PREPENDED =
      new Kind<>(
          (cache, key, v) ->
              v.isNew() ? cache.add(key, v.lastPart()) : cache.prepend(key, v.lastPart()),
          v -> true,
          GET,
          v -> String.join("", reversed(v.parts())),
          null,
          false);

  /** Counters live as text, as memcached wants them. */
  private static final Kind<MemcachedCommands> COUNTER =
      new Kind<>(
          (cache, key, v) -> v.isNew() ? cache.set(key, v.number()) : cache.increment(key),
          v -> v.isNew() ? true : v.count(),
          GET,
          Value::number,
          null,
          false);

  /** Binary data, under flags that tell it from text. */
  private static final Kind<MemcachedCommands> SET =
      new Kind<>(
          (cache, key, v) -> cache.set(key, bytes(v)),
          v -> true,
          (cache, key) -> cache.get(key).thenApply(MemcachedKinds::text),
          Value::bytes,
          null,
          true);

  /** An add must be refused where a value is, before a replace gets through. */
  private static final Kind<MemcachedCommands> ADDED =
      new Kind<>(
          (cache, key, v) ->
              v.isNew()
                  ? cache.add(key, v.lastPart())
                  : cache
                      .add(key, "added over a value")
                      .thenCompose(
                          added ->
                              added
                                  ? CompletableFuture.completedFuture(false)
                                  : cache.replace(key, v.lastPart())),
          v -> true,
          GET,
          Value::lastPart,
          null,
          true);

  private static final Kind<MemcachedCommands> COMPARED =
      new Kind<>(
          (cache, key, v) ->
              v.isNew()
                  ? cache.add(key, v.lastPart())
                  : compareAndSet(cache, key, v.lastPart(), CAS_ATTEMPTS),
          v -> v.isNew() ? true : CASResponse.OK,
          GET,
          v -> String.join("", v.parts()),
          null,
          true);

  /** All of them. */
  static final List<Kind<MemcachedCommands>> ALL =
      List.of(APPENDED, PREPENDED, COUNTER, SET, ADDED, COMPARED);

  private MemcachedKinds() {}

  private static CompletionStage<CASResponse> compareAndSet(
      MemcachedCommands cache, String key, String part, int attempts) {
    return cache
        .gets(key)
        .thenCompose(
            found ->
                found == null
                    ? CompletableFuture.completedFuture(CASResponse.NOT_FOUND)
                    : cache.cas(key, found.getCas(), found.getValue() + part))
        .thenCompose(
            response ->
                response == CASResponse.EXISTS && attempts > 1
                    ? compareAndSet(cache, key, part, attempts - 1)
                    : CompletableFuture.completedFuture(response));
  }

  private static List<String> reversed(List<String> parts) {
    List<String> reversed = new ArrayList<>(parts);
    Collections.reverse(reversed);
    return reversed;
  }

  private static byte[] bytes(Value value) {
    return value.bytes().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** What is no binary data stays what it is: it is wrong then. */
  private static @Nullable Object text(@Nullable Object reply) {
    return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : reply;
  }
}
