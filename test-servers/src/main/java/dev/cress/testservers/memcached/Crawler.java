package dev.cress.testservers.memcached;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** {@code lru_crawler}: tells all items, and can be switched off. Not thread-safe. */
final class Crawler {

  private static final String UNRESERVED = "-_.~";

  private final Store store;
  private boolean enabled;

  Crawler(Store store, boolean enabled) {
    this.store = store;
    this.enabled = enabled;
  }

  boolean enabled() {
    return enabled;
  }

  Step run(Request request) {
    String words = String.join(" ", request.words().subList(1, request.size()));
    return switch (words) {
      case "enable" -> enable();
      case "disable" -> disable();
      default -> words.matches("metadump \\S+") ? dump(request.word(2)) : Step.ERROR;
    };
  }

  private Step enable() {
    if (enabled) {
      return Step.line("ERROR failed to start lru crawler thread");
    }
    enabled = true;
    return Step.line("OK");
  }

  private Step disable() {
    enabled = false;
    return Step.line("OK");
  }

  /** By LRU or by hash table, the items are the same; there are no slab classes to choose from. */
  private Step dump(String what) {
    if (!enabled) {
      return Step.line("CLIENT_ERROR lru crawler disabled");
    }
    if (!what.equals("all") && !what.equals("hash")) {
      return Step.line("BADCLASS invalid class id");
    }
    Reply reply = new Reply();
    store.dump().forEach(item -> reply.text(describe(item)));
    return reply.line("END").step();
  }

  /** Times are seconds since 1970. The line ends without a carriage return. */
  private String describe(Item item) {
    ServerClock clock = store.clock();
    return "key="
        + percentEncoded(item.key)
        + (" exp=" + (item.deadline == 0 ? -1 : clock.epochSeconds(item.deadline)))
        + (" la=" + clock.epochSeconds(item.lastAccess))
        + (" cas=" + Long.toUnsignedString(item.cas))
        + (" fetch=" + (item.fetched ? "yes" : "no"))
        + (" cls=1 size=" + item.size() + "\n");
  }

  private static String percentEncoded(String key) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : key.getBytes(StandardCharsets.ISO_8859_1)) {
      char character = (char) (octet & 0xff);
      if (plain(character)) {
        encoded.append(character);
      } else {
        encoded.append(String.format(Locale.ROOT, "%%%02X", (int) character));
      }
    }
    return encoded.toString();
  }

  private static boolean plain(char character) {
    boolean ascii = character < 128;
    return ascii && (Character.isLetterOrDigit(character) || UNRESERVED.indexOf(character) >= 0);
  }
}
