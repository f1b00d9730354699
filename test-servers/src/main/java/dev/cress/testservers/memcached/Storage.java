package dev.cress.testservers.memcached;

/** The classic commands that store a data block. */
final class Storage {

  static final String TOO_LARGE = "SERVER_ERROR object too large for cache";
  static final String BAD_BLOCK = "CLIENT_ERROR bad data chunk";

  private final Store store;
  private final Stats stats;

  Storage(Store store, Stats stats) {
    this.store = store;
    this.stats = stats;
  }

  Step run(Request request, StoreMode mode) {
    int words = mode == StoreMode.CAS ? 6 : 5;
    request.expectWords(words, words + 1);
    String key = request.checkedKey();
    int flags = (int) unsigned(request, 2);
    int time = signed(request, 3);
    int length = signed(request, 4);
    long cas = mode == StoreMode.CAS ? unsigned(request, 5) : 0;
    if (length < 0 || length > Integer.MAX_VALUE - 2) {
      throw request.refusal(Request.BAD_FORMAT);
    }
    int deadline = store.clock().deadline(time);
    if (!store.fits(key, flags, length)) {
      if (mode == StoreMode.SET) {
        store.remove(key); // rather no value than the one that was to go
      }
      return Step.skipping(length, request.answer(TOO_LARGE));
    }
    return Step.block(
        length,
        value -> {
          stats.count(Stats.Counter.CMD_SET);
          Item item = new Item(key, flags, value, deadline);
          return request.answer(store.store(mode, item, cas, false).name());
        },
        request.answer(BAD_BLOCK));
  }

  private static long unsigned(Request request, int word) {
    return Numbers.unsigned(request.word(word))
        .orElseThrow(() -> request.refusal(Request.BAD_FORMAT));
  }

  /** Cut to 32 bits. */
  private static int signed(Request request, int word) {
    return Numbers.signed(request.word(word))
        .orElseThrow(() -> request.refusal(Request.BAD_FORMAT))
        .intValue();
  }
}
