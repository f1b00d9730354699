package dev.cress.testservers;

import dev.cress.testservers.memcached.MemcachedServer;
import dev.cress.testservers.memcached.ServerSettings;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memcached in this JVM; each start makes a new one, so a killed one has lost its data. Like a
 * program it takes arguments as text and tells its errors in its log; it knows {@code -I} and
 * {@code -o no_lru_crawler} only.
 */
final class EmbeddedMemcached implements Server {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmM]?)");

  private final int port;
  private final ServerSettings base;
  private final List<String> args;
  private final StringBuilder log = new StringBuilder();
  private @Nullable MemcachedServer server;

  /**
   * @param base what the server does that is started without arguments
   */
  EmbeddedMemcached(int port, ServerSettings base, List<String> args) {
    this.port = port;
    this.base = base;
    this.args = args;
  }

  @Override
  public void start() {
    try {
      server = MemcachedServer.start(port, settings());
    } catch (IOException | IllegalArgumentException e) {
      log.append(e.getMessage()).append('\n');
    }
  }

  private ServerSettings settings() {
    ServerSettings settings = base;
    for (int i = 0; i < args.size(); i += 2) {
      String value = i + 1 < args.size() ? args.get(i + 1) : "";
      if (args.get(i).equals("-I")) {
        settings = settings.withItemSizeMax(bytes(value));
      } else if (args.get(i).equals("-o") && value.equals("no_lru_crawler")) {
        settings = settings.withoutLruCrawler();
      } else {
        throw new IllegalArgumentException(
            "arguments of the embedded memcached must be -I <size> or -o no_lru_crawler but were "
                + args);
      }
    }
    return settings;
  }

  private static int bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException("-I must be a size like 2m but was " + text);
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
