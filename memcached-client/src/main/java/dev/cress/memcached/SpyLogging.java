package dev.cress.memcached;

/** Chooses where spymemcached logs to. */
final class SpyLogging {

  private static final String PROPERTY = "net.spy.log.LoggerImpl";
  private static final String SLF4J = "net.spy.memcached.compat.log.SLF4JLogger";

  private SpyLogging() {}

  /**
   * Lets spymemcached log to SLF4J, unless its property {@code net.spy.log.LoggerImpl} says
   * otherwise or a class of it has logged already. Of its own loggers the one for {@code
   * java.util.logging} makes a stack trace for each reply.
   */
  static void toSlf4j() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, SLF4J);
    }
  }
}
