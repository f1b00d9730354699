package dev.cress.testservers.memcached;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classic commands that read, touch and delete. */
final class Retrieval {

  private static final String BAD_TIME = "CLIENT_ERROR invalid exptime argument";

  private final Store store;
  private final Stats stats;

  Retrieval(Store store, Stats stats) {
    this.store = store;
    this.stats = stats;
  }

  Step get(Request request, boolean withCas) {
    request.expectWords(2, Integer.MAX_VALUE);
    return values(request.words().subList(1, request.size()), withCas, null);
  }

  Step getAndTouch(Request request, boolean withCas) {
    request.expectWords(2, Integer.MAX_VALUE);
    int time =
        Numbers.signed(request.word(1))
            .orElseThrow(() -> new CommandException(BAD_TIME))
            .intValue();
    return values(request.words().subList(2, request.size()), withCas, time);
  }

  /** One key that is too long spoils the whole reply. */
  private Step values(List<String> keys, boolean withCas, @Nullable Integer time) {
    Reply reply = new Reply();
    for (String key : keys) {
      if (key.length() > Request.LONGEST_KEY) {
        throw new CommandException(Request.BAD_FORMAT);
      }
      Item item = store.read(key);
      stats.countGet(item != null);
      if (item != null) {
        if (time != null) {
          item.deadline = store.clock().deadline(time);
        }
        String cas = withCas ? " " + item.cas : "";
        reply.line("VALUE " + key + " " + item.flagsText() + " " + item.value.length + cas);
        reply.block(item.value);
      }
    }
    return reply.line("END").step();
  }

  Step touch(Request request) {
    request.expectWords(3, 4);
    String key = request.checkedKey();
    int time =
        Numbers.signed(request.word(2)).orElseThrow(() -> request.refusal(BAD_TIME)).intValue();
    stats.count(Stats.Counter.CMD_TOUCH);
    Item item = store.read(key);
    if (item == null) {
      return request.answer("NOT_FOUND");
    }
    item.deadline = store.clock().deadline(time);
    return request.answer("TOUCHED");
  }

  /** Old clients send a time after the key, which must be 0. */
  Step delete(Request request) {
    request.expectWords(2, 4);
    boolean zero = request.size() > 2 && request.word(2).equals("0");
    boolean valid =
        switch (request.size()) {
          case 2 -> true;
          case 3 -> zero || request.quiet();
          default -> zero && request.quiet();
        };
    if (!valid) {
      throw request.refusal(Request.BAD_FORMAT + ".  Usage: delete <key> [noreply]");
    }
    String key = request.checkedKey();
    boolean found = store.find(key) != null;
    store.remove(key);
    return request.answer(found ? "DELETED" : "NOT_FOUND");
  }
}
