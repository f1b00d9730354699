package dev.cress.memcached.internal.migration;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The one key of Cress' own on a server. */
final class InternalKeys {

  /** Names the server, and says that it is part of a cache of ours. */
  static final String SERVER = "__cress__:server";

  private static final byte[] SERVER_BYTES = SERVER.getBytes(StandardCharsets.UTF_8);

  private InternalKeys() {}

  static boolean isInternal(byte[] key) {
    return Arrays.equals(key, SERVER_BYTES);
  }
}
