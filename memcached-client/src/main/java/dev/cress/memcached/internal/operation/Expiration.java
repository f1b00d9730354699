package dev.cress.memcached.internal.operation;

/** How memcached takes the time until something happens. */
public final class Expiration {

  /** The most seconds from now, 30 days; a greater number is a Unix time. */
  public static final int MOST_RELATIVE_SECONDS = 60 * 60 * 24 * 30;

  private Expiration() {}
}
