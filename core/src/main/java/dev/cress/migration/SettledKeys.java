package dev.cress.migration;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys that are known to be at their owner, exactly, within a bound: two generations, of which
 * the older is dropped when the younger is full. A key that was dropped is only asked for again.
 * Reading is thread-safe; writers exclude each other.
 */
final class SettledKeys {

  private final int generationSize;
  private volatile Set<Key> young = ConcurrentHashMap.newKeySet();
  private volatile Set<Key> old = Set.of();

  SettledKeys(int generationSize) {
    this.generationSize = generationSize;
  }

  boolean contains(Key key) {
    return young.contains(key) || old.contains(key);
  }

  void add(Key key) {
    if (young.size() >= generationSize) {
      old = young;
      young = ConcurrentHashMap.newKeySet();
    }
    young.add(key);
  }

  /** Forgets a key and tells whether it was known. */
  boolean remove(Key key) {
    boolean known = young.remove(key);
    return (old.contains(key) && old.remove(key)) || known;
  }
}
