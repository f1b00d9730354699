package dev.cress.memcached;

import dev.cress.memcached.internal.operation.KeyCheck;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** Checks each key before spymemcached does, whose message would contain it. Not thread-safe. */
record CheckedKeys(Iterator<String> keys) implements Iterator<String> {

  @Override
  public boolean hasNext() {
    return keys.hasNext();
  }

  @Override
  public String next() {
    String key = keys.next();
    KeyCheck.check(key.getBytes(StandardCharsets.UTF_8));
    return key;
  }
}
