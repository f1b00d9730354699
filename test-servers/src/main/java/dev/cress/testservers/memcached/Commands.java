package dev.cress.testservers.memcached;

/** Knows every command by its name. Not thread-safe. */
final class Commands {

  private final boolean knowsMeta;
  private final Retrieval retrieval;
  private final Storage storage;
  private final Counting counting;
  private final Administration administration;
  private final MetaGet metaGet;
  private final MetaSet metaSet;
  private final MetaDelete metaDelete;
  private final MetaCount metaCount;
  private final MetaDebug metaDebug;

  Commands(Store store, Stats stats, Crawler crawler, ServerSettings settings) {
    knowsMeta = settings.metaCommands();
    retrieval = new Retrieval(store, stats);
    storage = new Storage(store, stats);
    counting = new Counting(store);
    administration = new Administration(store, stats, crawler, settings.version());
    metaGet = new MetaGet(store, stats);
    metaSet = new MetaSet(store, stats);
    metaDelete = new MetaDelete(store);
    metaCount = new MetaCount(store);
    metaDebug = new MetaDebug(store);
  }

  /** Runs a command line up to its reply, or to the data block that it needs. */
  Step run(String line) {
    Request request = Request.of(line);
    if (request.size() == 0) {
      return Step.ERROR;
    }
    try {
      return request.word(0).length() == 2 ? runMeta(request) : runClassic(request);
    } catch (CommandException e) {
      return e.reply();
    }
  }

  private Step runMeta(Request request) {
    if (!knowsMeta) {
      return Step.ERROR;
    }
    return switch (request.word(0)) {
      case "mg" -> metaGet.run(request);
      case "ms" -> metaSet.run(request);
      case "md" -> metaDelete.run(request);
      case "ma" -> metaCount.run(request);
      case "me" -> metaDebug.run(request);
      case "mn" -> Step.line("MN");
      default -> Step.ERROR;
    };
  }

  private Step runClassic(Request request) {
    return switch (request.word(0)) {
      case "get", "bget" -> retrieval.get(request, false);
      case "gets" -> retrieval.get(request, true);
      case "gat" -> retrieval.getAndTouch(request, false);
      case "gats" -> retrieval.getAndTouch(request, true);
      case "touch" -> retrieval.touch(request);
      case "delete" -> retrieval.delete(request);
      case "set" -> storage.run(request, StoreMode.SET);
      case "add" -> storage.run(request, StoreMode.ADD);
      case "replace" -> storage.run(request, StoreMode.REPLACE);
      case "append" -> storage.run(request, StoreMode.APPEND);
      case "prepend" -> storage.run(request, StoreMode.PREPEND);
      case "cas" -> storage.run(request, StoreMode.CAS);
      case "incr" -> counting.run(request, true);
      case "decr" -> counting.run(request, false);
      default -> administration.run(request);
    };
  }
}
