package dev.cress.testservers.memcached;

/** {@code ms}: stores a data block, in any of the modes, under a CAS number or not. */
final class MetaSet {

  private final Store store;
  private final Stats stats;

  MetaSet(Store store, Stats stats) {
    this.store = store;
    this.stats = stats;
  }

  Step run(Request request) {
    MetaFlags.check(request, "flags too long");
    if (request.size() < 3) {
      throw new CommandException(Request.BAD_FORMAT);
    }
    int length = Numbers.signed(request.word(2)).orElse(-1L).intValue();
    if (length < 0 || length > Integer.MAX_VALUE - 2) {
      throw new CommandException(Request.BAD_FORMAT);
    }
    try {
      return read(MetaFlags.parse(request, 3), length);
    } catch (CommandException e) {
      return Step.skipping(length, e.reply());
    }
  }

  private Step read(MetaFlags flags, int length) {
    StoreMode mode = mode(flags);
    flags.checkOpaque();
    int clientFlags = (int) flags.number('F', 0);
    if (!store.fits(flags.key(), clientFlags, length)) {
      store.remove(flags.key()); // rather no value than the one that was to go
      throw new CommandException(Storage.TOO_LARGE);
    }
    int deadline = flags.deadline('T', store.clock());
    return Step.block(
        length,
        value -> store(flags, mode, new Item(flags.key(), clientFlags, value, deadline)),
        Step.line(Storage.BAD_BLOCK));
  }

  private static StoreMode mode(MetaFlags flags) {
    StoreMode mode = StoreMode.ofLetter(flags.mode("S"));
    boolean whole = mode == StoreMode.SET || mode == StoreMode.REPLACE;
    return whole && flags.has('C') ? StoreMode.CAS : mode;
  }

  private Step store(MetaFlags flags, StoreMode mode, Item item) {
    stats.count(Stats.Counter.CMD_SET);
    item.binaryKey = flags.binary();
    Outcome outcome = store.store(mode, item, flags.number('C', 0), flags.has('I'));
    if (outcome == Outcome.STORED && flags.quiet()) {
      return Step.SILENT;
    }
    StringBuilder line = new StringBuilder(outcome.code);
    flags
        .all()
        .forEach(
            (flag, token) ->
                line.append(
                    flag == 'c' ? " c" + item.cas : flags.echo(flag, token, flags.binary())));
    return Step.line(line.toString());
  }
}
