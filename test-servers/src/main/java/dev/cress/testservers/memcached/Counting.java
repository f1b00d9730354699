package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** The classic commands that count up and down. */
final class Counting {

  static final String NO_NUMBER = "CLIENT_ERROR cannot increment or decrement non-numeric value";

  private final Store store;

  Counting(Store store) {
    this.store = store;
  }

  Step run(Request request, boolean up) {
    request.expectWords(3, 4);
    String key = request.checkedKey();
    long delta =
        Numbers.unsigned(request.word(2))
            .orElseThrow(() -> request.refusal("CLIENT_ERROR invalid numeric delta argument"));
    Item item = store.find(key);
    if (item == null) {
      return request.answer("NOT_FOUND");
    }
    return store
        .count(item, up, delta)
        .map(counted -> request.answer(number(counted)))
        .orElseThrow(() -> request.refusal(NO_NUMBER));
  }

  /** Returns the number without the blanks behind it. */
  static String number(Item item) {
    return new String(item.value, ISO_8859_1).strip();
  }
}
