package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** {@code ma}: counts up or down, and creates what is missing if asked to. */
final class MetaCount {

  private final Store store;

  MetaCount(Store store) {
    this.store = store;
  }

  Step run(Request request) {
    MetaFlags.check(request, "flags too long");
    MetaFlags flags = MetaFlags.parseCoarsely(request);
    boolean up = up(flags);
    flags.checkOpaque();
    Item item = store.find(flags.key());
    if (item == null) {
      return flags.has('N') ? told(create(flags), flags, true) : Step.line("NF" + flags.echo());
    }
    long cas = flags.number('C', 0);
    if (cas != 0 && cas != item.cas) {
      return Step.line("EX" + flags.echo());
    }
    return store
        .count(item, up, flags.number('D', 1))
        .map(counted -> told(counted, flags, false))
        .orElseThrow(() -> new CommandException(Counting.NO_NUMBER));
  }

  private static boolean up(MetaFlags flags) {
    return switch (flags.mode("I")) {
      case "I", "+" -> true;
      case "D", "-" -> false;
      default -> throw new CommandException("CLIENT_ERROR invalid mode for ma M token");
    };
  }

  private Item create(MetaFlags flags) {
    byte[] value = Long.toUnsignedString(flags.number('J', 0)).getBytes(ISO_8859_1);
    Item item = new Item(flags.key(), 0, value, 0);
    store.put(item);
    return item;
  }

  private Step told(Item item, MetaFlags flags, boolean created) {
    StringBuilder line = new StringBuilder();
    flags
        .all()
        .forEach(
            (flag, token) -> {
              if (flag == 'T' || (flag == 'N' && created)) {
                item.deadline = flags.deadline(flag, store.clock());
              }
              line.append(show(item, flags, flag, token));
            });
    if (flags.quiet() && !created) {
      return Step.SILENT;
    }
    if (!flags.has('v')) {
      return Step.line("HD" + line);
    }
    String number = Counting.number(item);
    return new Reply().line("VA " + number.length() + line).line(number).step();
  }

  private String show(Item item, MetaFlags flags, char flag, String token) {
    return switch (flag) {
      case 't' -> " t" + MetaGet.remaining(item, store.clock().now());
      case 'c' -> " c" + item.cas;
      default -> flags.echo(flag, token, flags.binary());
    };
  }
}
