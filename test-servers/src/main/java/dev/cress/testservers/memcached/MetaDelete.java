package dev.cress.testservers.memcached;

/** {@code md}: deletes an item or marks it stale, under a CAS number or not. */
final class MetaDelete {

  private final Store store;

  MetaDelete(Store store) {
    this.store = store;
  }

  Step run(Request request) {
    MetaFlags.check(request, "flags too long");
    MetaFlags flags = MetaFlags.parseCoarsely(request);
    flags.checkOpaque();
    Item item = store.find(flags.key());
    if (item == null) {
      return Step.line("NF" + flags.echo());
    }
    if (flags.has('C') && item.cas != flags.number('C', 0)) {
      return Step.line("EX" + flags.echo());
    }
    if (flags.has('I')) {
      markStale(item, flags);
    } else {
      store.remove(flags.key());
    }
    return flags.quiet() ? Step.SILENT : Step.line("HD" + flags.echo());
  }

  private void markStale(Item item, MetaFlags flags) {
    if (flags.has('T')) {
      item.deadline = flags.deadline('T', store.clock());
    }
    item.stale = true;
    item.won = false;
    store.renew(item);
  }
}
