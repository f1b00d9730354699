package dev.cress.testservers.memcached;

import java.util.Optional;

/** The commands about the server itself. */
final class Administration {

  private final Store store;
  private final Stats stats;
  private final Crawler crawler;
  private final String version;

  Administration(Store store, Stats stats, Crawler crawler, String version) {
    this.store = store;
    this.stats = stats;
    this.crawler = crawler;
    this.version = version;
  }

  Step run(Request request) {
    return switch (request.word(0)) {
      case "version" -> Step.line("VERSION " + version);
      case "verbosity" -> verbosity(request);
      case "flush_all" -> flush(request);
      case "stats" -> stats.run(request);
      case "lru_crawler" -> crawler.run(request);
      case "quit" -> Step.HANG_UP;
      case "shutdown" -> Step.line("ERROR: shutdown not enabled");
      default -> unknown(request);
    };
  }

  /** There is no log to make more or less of. */
  private static Step verbosity(Request request) {
    request.expectWords(2, 3);
    boolean number = Numbers.unsigned(request.word(1)).isPresent();
    return request.answer(number ? "OK" : Request.BAD_FORMAT);
  }

  private Step flush(Request request) {
    request.expectWords(1, 3);
    stats.count(Stats.Counter.CMD_FLUSH);
    int seconds = 0;
    if (request.size() > (request.quiet() ? 2 : 1)) {
      Optional<Long> number = Numbers.signed(request.word(1));
      seconds =
          number
              .orElseThrow(() -> request.refusal("CLIENT_ERROR invalid exptime argument"))
              .intValue();
    }
    store.flush(seconds);
    return request.answer("OK");
  }

  /** A browser that found the wrong port is sent away. */
  private static Step unknown(Request request) {
    String last = request.word(request.size() - 1);
    return last.startsWith("HTTP/") ? Step.HANG_UP : Step.ERROR;
  }
}
