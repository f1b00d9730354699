package dev.cress.examples.demo;

import dev.cress.selector.Selectors;
import dev.cress.testservers.TestServers;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Shows what happens to a cache when a Redis server or a memcached joins and leaves, with real
 * servers and under load: three servers, four, three again. Modulo, plain rendezvous hashing and
 * Cress do the same work side by side, none of them in the way of the others. Each answer is
 * compared with what was written; what was lost or wrong is written anew, as an application would
 * do.
 *
 * <p>Run it with {@code bin/demo}, or {@code bin/demo --memcached --quick}.
 */
public final class Demo {

  private static final int CONTENDERS = 3;

  private Demo() {}

  /**
   * Runs the demo; ends the JVM with 1 if Cress made a mistake.
   *
   * @param args {@code --memcached} for memcached in place of Redis, {@code --quick} for a shorter
   *     run, {@code --live} if the output is a terminal
   * @throws Exception if the servers cannot be started or do not answer
   */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      Result result = run(Settings.parse(args), out);
      out.println(result.json());
      System.exit(result.isPerfect() ? 0 : 1);
    } catch (IllegalStateException | IllegalArgumentException e) {
      System.err.println("demo: " + e.getMessage());
      System.exit(1);
    }
  }

  static Result run(Settings settings, PrintStream out) throws Exception {
    try (TestServers servers = TestServers.start();
        Product<?> product = settings.memcached() ? new MemcachedProduct() : new RedisProduct()) {
      return run(product, servers, settings, new Screen(out, settings.live()));
    }
  }

  private static <C> Result run(
      Product<C> product, TestServers servers, Settings settings, Screen screen) throws Exception {
    List<Fleet> fleets = start(product, servers, screen);
    try (Contender<C> modulo =
            product.handWritten("modulo", Selectors.modulo(), fleets.get(0).three(), 0);
        Contender<C> rendezvous =
            product.handWritten("rendezvous", Selectors.rendezvous(), fleets.get(1).three(), 1);
        Contender<C> cress = product.cress(fleets.get(2).three(), 2)) {
      List<Lane> lanes = new ArrayList<>();
      for (Contender<C> contender : List.of(modulo, rendezvous, cress)) {
        Load load = Load.of(product, contender, settings.keys());
        lanes.add(new Lane(load, fleets.get(lanes.size())));
      }
      screen.say(
          String.format(
              Locale.ROOT,
              "Writing %,d keys of %d types to modulo, rendezvous and cress.",
              settings.keys(),
              product.kinds().size()));
      return new Race(settings, screen, lanes).run(product.provider(servers).toString());
    }
  }

  /** Starts the servers of all contenders. */
  private static List<Fleet> start(Product<?> product, TestServers servers, Screen screen) {
    List<Fleet> fleets = new ArrayList<>();
    while (fleets.size() < CONTENDERS) {
      boolean again = product.isShared() && !fleets.isEmpty();
      fleets.add(again ? fleets.get(0) : Fleet.start(() -> product.start(servers)));
    }
    screen.say(
        String.format(
            "Started %d %s servers (%s)%s. Three are in use, d stands by.",
            fleets.stream().distinct().mapToInt(fleet -> fleet.four().size()).sum(),
            product.title(),
            product.provider(servers),
            product.isShared() ? "" : ", four for each contender"));
    return fleets;
  }
}
