package dev.cress.testservers.memcached;

/**
 * How a {@link MemcachedServer} is to behave. Immutable.
 *
 * @param itemSizeMax the limit on the bytes of one item, its key and a header of about 60 bytes
 *     counted; from 1024 to 1073741824, default 1048576
 * @param lruCrawler whether {@code lru_crawler metadump} answers from the start, which is the
 *     default; clients may switch it off and on
 * @param metaCommands whether the server knows the meta commands, which is the default; without
 *     them it calls itself {@link #OLD_VERSION}
 */
public record ServerSettings(int itemSizeMax, boolean lruCrawler, boolean metaCommands) {

  /** What a memcached does that is started without arguments. */
  public static final ServerSettings DEFAULT = new ServerSettings(1024 * 1024, true, true);

  /** The version that a server tells whose answers are those of 1.6.18. */
  public static final String VERSION = "1.6.18";

  /** The version, of 2018, that a server without meta commands tells. */
  public static final String OLD_VERSION = "1.5.6";

  /**
   * Refuses a limit that memcached refuses.
   *
   * @throws IllegalArgumentException if the limit is out of range
   */
  public ServerSettings {
    if (itemSizeMax < 1024 || itemSizeMax > 1024 * 1024 * 1024) {
      throw new IllegalArgumentException(
          "itemSizeMax must be between 1024 and 1073741824 but was " + itemSizeMax);
    }
  }

  /** Returns these settings with another limit on an item. */
  public ServerSettings withItemSizeMax(int limit) {
    return new ServerSettings(limit, lruCrawler, metaCommands);
  }

  /** Returns these settings with a crawler that does not answer until it is switched on. */
  public ServerSettings withoutLruCrawler() {
    return new ServerSettings(itemSizeMax, false, metaCommands);
  }

  /** Returns these settings without the meta commands and with an old version. */
  public ServerSettings withoutMetaCommands() {
    return new ServerSettings(itemSizeMax, lruCrawler, false);
  }

  /** Returns the version that the server tells. */
  public String version() {
    return metaCommands ? VERSION : OLD_VERSION;
  }
}
