package dev.cress.testservers.memcached;

/** {@code me}: tells what the server knows about an item, for people. */
final class MetaDebug {

  private final Store store;

  MetaDebug(Store store) {
    this.store = store;
  }

  Step run(Request request) {
    if (request.size() < 2 || request.key().length() > Request.LONGEST_KEY) {
      throw new CommandException(Request.BAD_FORMAT);
    }
    Item item = store.find(key(request));
    return Step.line(item == null ? "EN" : "ME " + describe(item));
  }

  private static String key(Request request) {
    if (request.size() < 3 || !request.word(2).equals("b")) {
      return request.key();
    }
    try {
      return MetaFlags.parse(request, 2).key();
    } catch (CommandException e) {
      throw new CommandException(Request.BAD_FORMAT);
    }
  }

  /** There are no slab classes, so all items are of class 1. */
  private String describe(Item item) {
    int now = store.clock().now();
    return (item.binaryKey ? MetaFlags.base64(item.key) : item.key)
        + (" exp=" + (item.deadline == 0 ? -1 : now - item.deadline))
        + (" la=" + (now - item.lastAccess))
        + (" cas=" + item.cas)
        + (" fetch=" + (item.fetched ? "yes" : "no"))
        + (" cls=1 size=" + item.size());
  }
}
