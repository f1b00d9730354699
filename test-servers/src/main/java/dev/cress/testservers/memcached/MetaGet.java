package dev.cress.testservers.memcached;

/** {@code mg}: reads, touches, and lets one client win the right to renew an item. */
final class MetaGet {

  private final Store store;
  private final Stats stats;

  MetaGet(Store store, Stats stats) {
    this.store = store;
    this.stats = stats;
  }

  Step run(Request request) {
    MetaFlags.check(request, "flags are too long");
    MetaFlags flags = MetaFlags.parse(request, 2);
    flags.checkOpaque();
    Item item = store.find(flags.key());
    stats.countGet(item != null);
    if (item != null) {
      return hit(item, flags, false);
    }
    if (!flags.has('N')) {
      return flags.quiet() ? Step.SILENT : Step.line("EN" + flags.echo());
    }
    Item stub = new Item(flags.key(), 0, new byte[0], 0);
    store.put(stub);
    return hit(stub, flags, true);
  }

  /** Flags act and are told one after the other: a T before a t shows in it. */
  private Step hit(Item item, MetaFlags flags, boolean created) {
    StringBuilder line = new StringBuilder();
    flags
        .all()
        .forEach(
            (flag, token) -> {
              apply(item, flags, flag, created);
              line.append(show(item, flags, flag, token));
            });
    line.append(marks(item, created || renewEarly(item, flags)));
    if (!flags.has('u')) {
      store.markRead(item);
    }
    if (!flags.has('v')) {
      return Step.line("HD" + line);
    }
    return new Reply().line("VA " + item.value.length + line).block(item.value).step();
  }

  private void apply(Item item, MetaFlags flags, char flag, boolean created) {
    if (flag == 'T' || (flag == 'N' && created)) {
      item.deadline = flags.deadline(flag, store.clock());
    }
  }

  private String show(Item item, MetaFlags flags, char flag, String token) {
    int now = store.clock().now();
    return switch (flag) {
      case 's' -> " s" + item.value.length;
      case 't' -> " t" + remaining(item, now);
      case 'c' -> " c" + item.cas;
      case 'f' -> " f" + item.flagsText();
      case 'l' -> " l" + (now - item.lastAccess);
      case 'h' -> " h" + (item.fetched ? 1 : 0);
      default -> flags.echo(flag, token, item.binaryKey);
    };
  }

  /** Returns the seconds left, as 32 bits without a sign; -1 for an item that stays. */
  static String remaining(Item item, int now) {
    return item.deadline == 0 ? "-1" : Integer.toUnsignedString(item.deadline - now);
  }

  private boolean renewEarly(Item item, MetaFlags flags) {
    return flags.has('R')
        && item.deadline != 0
        && item.deadline < flags.deadline('R', store.clock());
  }

  /** Z: another client has won. X: stale. W: this client has won, which happens once. */
  private static String marks(Item item, boolean winnable) {
    boolean wins = !item.won && (winnable || item.stale);
    String marks = (item.won ? " Z" : "") + (item.stale ? " X" : "") + (wins ? " W" : "");
    item.won |= wins;
    return marks;
  }
}
