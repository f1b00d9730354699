package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All items, by key. Nothing is ever evicted. Not thread-safe. */
final class Store {

  private final ServerClock clock;
  private final int itemSizeMax;
  private final Map<String, Item> items = new HashMap<>();
  private long lastCas;
  private long totalItems;

  /** When everything older is to go, by the server's clock; 0 for never. */
  private int flushAt;

  Store(ServerClock clock, int itemSizeMax) {
    this.clock = clock;
    this.itemSizeMax = itemSizeMax;
  }

  ServerClock clock() {
    return clock;
  }

  int itemSizeMax() {
    return itemSizeMax;
  }

  int size() {
    return items.size();
  }

  long totalItems() {
    return totalItems;
  }

  /** Returns whether the server takes a value of that length. */
  boolean fits(String key, int flags, long valueLength) {
    return Item.size(key, flags, valueLength) <= itemSizeMax;
  }

  /** Returns the item, null if there is none that is still valid. */
  @Nullable Item find(String key) {
    Item item = items.get(key);
    if (item != null && (expired(item) || flushed(item))) {
      items.remove(key);
      return null;
    }
    return item;
  }

  private boolean expired(Item item) {
    return item.deadline != 0 && item.deadline <= clock.now();
  }

  private boolean flushed(Item item) {
    return flushAt != 0 && flushAt <= clock.now() && item.lastAccess < flushAt;
  }

  /**
   * Returns the items that a crawler tells: one that expires in this second is still among them.
   */
  List<Item> dump() {
    return items.values().stream()
        .filter(item -> item.deadline == 0 || item.deadline >= clock.now())
        .filter(item -> !flushed(item))
        .toList();
  }

  /** Returns the item as one that is being read. The second read counts as its last access. */
  @Nullable Item read(String key) {
    Item item = find(key);
    if (item != null) {
      markRead(item);
    }
    return item;
  }

  void markRead(Item item) {
    if (item.fetched && !item.active) {
      item.active = true;
      item.lastAccess = clock.now();
    }
    item.fetched = true;
  }

  /** Stores the item, whatever was there, under a new CAS number. */
  void put(Item item) {
    renew(item);
    item.lastAccess = clock.now();
    items.put(item.key, item);
    totalItems++;
  }

  /** Gives the item a new CAS number. */
  void renew(Item item) {
    item.cas = ++lastCas;
  }

  void remove(String key) {
    items.remove(key);
  }

  /**
   * Stores the item as the mode says. If it is stored, its CAS number is the new one.
   *
   * @param cas the number that the item must have now; 0 if it does not matter, except to CAS
   * @param orStale whether CAS takes a newer item too and stores a stale one in its place
   */
  Outcome store(StoreMode mode, Item item, long cas, boolean orStale) {
    Item old = find(item.key);
    return switch (mode) {
      case SET -> stored(item);
      case ADD -> old == null ? stored(item) : Outcome.NOT_STORED;
      case REPLACE -> old == null ? Outcome.NOT_STORED : stored(item);
      case APPEND -> old == null ? Outcome.NOT_STORED : join(old, item, cas, old, item);
      case PREPEND -> old == null ? Outcome.NOT_STORED : join(old, item, cas, item, old);
      case CAS -> old == null ? Outcome.NOT_FOUND : compareAndStore(old, item, cas, orStale);
    };
  }

  private Outcome stored(Item item) {
    put(item);
    return Outcome.STORED;
  }

  private Outcome compareAndStore(Item old, Item item, long cas, boolean orStale) {
    if (cas != 0 && cas == old.cas) {
      return stored(item);
    }
    if (cas == 0 || !orStale || Long.compareUnsigned(cas, old.cas) > 0) {
      return Outcome.EXISTS;
    }
    item.deadline = old.deadline;
    item.stale = true;
    item.won = old.won;
    return stored(item);
  }

  /** The joined item is a new one that keeps only flags and deadline of the old. */
  private Outcome join(Item old, Item added, long cas, Item first, Item second) {
    if (cas != 0 && cas != old.cas) {
      return Outcome.EXISTS;
    }
    if (!fits(old.key, old.flags, (long) first.value.length + second.value.length)) {
      return Outcome.NOT_STORED;
    }
    byte[] value = Arrays.copyOf(first.value, first.value.length + second.value.length);
    System.arraycopy(second.value, 0, value, first.value.length, second.value.length);
    Item joined = new Item(old.key, old.flags, value, old.deadline);
    put(joined);
    added.cas = joined.cas;
    return Outcome.STORED;
  }

  /**
   * Adds to or takes from a number, and returns the item with its new value; nothing if it holds no
   * number. A number that needs no more room than before changes in place, blanks fill the rest.
   */
  Optional<Item> count(Item item, boolean up, long delta) {
    return Numbers.unsigned(new String(item.value, ISO_8859_1))
        .map(old -> up ? old + delta : Long.compareUnsigned(delta, old) > 0 ? 0 : old - delta)
        .map(number -> rewrite(item, Long.toUnsignedString(number)));
  }

  private Item rewrite(Item item, String number) {
    byte[] digits = number.getBytes(ISO_8859_1);
    if (digits.length > item.value.length) {
      Item longer = new Item(item.key, item.flags, digits, item.deadline);
      put(longer);
      return longer;
    }
    byte[] value = Arrays.copyOf(digits, item.value.length);
    Arrays.fill(value, digits.length, value.length, (byte) ' ');
    item.value = value;
    renew(item);
    return item;
  }

  /** Removes everything at once, or in so many seconds all that is not used after that. */
  void flush(int seconds) {
    if (seconds > 0) {
      flushAt = clock.deadline(seconds);
    } else {
      flushAt = 0;
      items.clear();
    }
  }
}
