package dev.cress.testservers;

import dev.cress.testservers.memcached.MemcachedServer;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memcached in this JVM; each start makes a new one, so a killed one has lost its data. Like a
 * program it takes arguments as text and tells its errors in its log; it knows {@code -I} only.
 */
final class EmbeddedMemcached implements Server {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmM]?)");

  private final int port;
  private final List<String> args;
  private final StringBuilder log = new StringBuilder();
  private @Nullable MemcachedServer server;

  EmbeddedMemcached(int port, List<String> args) {
    this.port = port;
    this.args = args;
  }

  @Override
  public void start() {
    try {
      server = MemcachedServer.start(port, itemSizeMax());
    } catch (IOException | IllegalArgumentException e) {
      log.append(e.getMessage()).append('\n');
    }
  }

  private int itemSizeMax() {
    if (args.isEmpty()) {
      return MemcachedServer.DEFAULT_ITEM_SIZE_MAX;
    }
    if (args.size() != 2 || !args.get(0).equals("-I")) {
      throw new IllegalArgumentException(
          "arguments of the embedded memcached must be -I <size> or none but were " + args);
    }
    Matcher size = SIZE.matcher(args.get(1));
    if (!size.matches()) {
      throw new IllegalArgumentException("-I must be a size like 2m but was " + args.get(1));
    }
    long unit =
        switch (size.group(2)) {
          case "k", "K" -> 1024;
          case "m", "M" -> 1024 * 1024;
          default -> 1;
        };
    return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(size.group(1)) * unit);
  }

  @Override
  public boolean running() {
    return server != null;
  }

  @Override
  public void kill() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  @Override
  public void pause() {
    if (server != null) {
      server.pause();
    }
  }

  @Override
  public void resume() {
    if (server != null) {
      server.resume();
    }
  }

  @Override
  public String log() {
    return log.toString();
  }

  @Override
  public void remove() {
    // nothing is left of it
  }
}
