package dev.cress.examples.demo;

import dev.cress.examples.demo.Tally.Counts;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisURI;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Shows what happens to a cache when a Redis server joins and leaves, with real servers and under
 * load: three servers, four, three again. Modulo, plain rendezvous hashing and Cress do the same
 * work side by side, each in a database of its own on the same servers. Each answer is compared
 * with what was written; what was lost or wrong is written anew, as an application would do.
 *
 * <p>Run it with {@code bin/demo}, or {@code bin/demo --quick}.
 */
public final class Demo {

  private static final long LONGEST_CHANGE_SECONDS = 120;

  private final Settings settings;
  private final TestServers servers;
  private final Screen screen;
  private final List<Load> loads = new ArrayList<>();

  private Demo(Settings settings, TestServers servers, PrintStream out) {
    this.settings = settings;
    this.servers = servers;
    this.screen = new Screen(out, settings.live());
  }

  /**
   * Runs the demo; ends the JVM with 1 if Cress made a mistake.
   *
   * @param args {@code --quick} for a shorter run, {@code --live} if the output is a terminal
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
    try (TestServers servers = TestServers.start()) {
      return new Demo(settings, servers, out).play();
    }
  }

  private Result play() throws Exception {
    NodeSet three = NodeSet.of(startNode("a"), startNode("b"), startNode("c"));
    Node joining = startNode("d");
    screen.say(
        "Started 4 Redis servers (" + servers.provider() + "). Three are in use, d stands by.");
    try (Contender modulo =
            new HandWrittenRouter("modulo", Selectors.modulo(), three, database(0));
        Contender rendezvous =
            new HandWrittenRouter("rendezvous", Selectors.rendezvous(), three, database(1));
        Cress cress = new Cress(three, database(2))) {
      for (Contender contender : List.of(modulo, rendezvous, cress)) {
        loads.add(new Load(contender, settings.keys()));
      }
      return play(three, three.with(joining), cress);
    } finally {
      loads.forEach(Load::close);
    }
  }

  private Result play(NodeSet three, NodeSet four, Cress cress) throws Exception {
    screen.say(
        String.format(
            Locale.ROOT,
            "Writing %,d keys of %d types to modulo, rendezvous and cress.",
            settings.keys(),
            Kind.ALL.size()));
    CompletableFuture.allOf(each(Load::fill)).join();
    screen.say("Reading, changing, deleting and expiring them all the time. 3 nodes:");
    CompletableFuture<?>[] running = each(Load::run);
    watch(CompletableFuture.completedFuture(null), running);

    List<String> owners = owners(cress);
    loads.forEach(load -> load.tally().firstChangeBegins());
    screen.say("Node d joins. 4 nodes:");
    watch(change(four), running);
    double moved = differences(owners, owners(cress));
    screen.say("Node d leaves again. 3 nodes:");
    watch(change(three), running);

    loads.forEach(Load::stop);
    CompletableFuture.allOf(running).join();
    screen.say("Reading every key once more.");
    CompletableFuture.allOf(each(Load::check)).join();
    return report(new Moved(moved, 1 - (double) three.size() / four.size()), three, four);
  }

  private record Moved(double measured, double minimum) {}

  private Result report(Moved moved, NodeSet three, NodeSet four) {
    screen.say("Since the first change (a wrong answer: lost, stale, or deleted and back):");
    Map<String, Counts> counts = new LinkedHashMap<>();
    for (Load load : loads) {
      Counts since = load.tally().sinceFirstChange();
      counts.put(load.cache().name(), since);
      screen.say(
          String.format(
              Locale.ROOT,
              "  %-10s %7s hits  %,7d wrong answers  %,7d wrong expiries",
              load.cache().name(),
              Screen.percent(since.hitRate()),
              since.wrongAnswers(),
              since.ttlErrors()));
    }
    Tally cress = loads.get(loads.size() - 1).tally();
    cress.examples().forEach(mistake -> screen.say("Mistake of cress: " + mistake));
    screen.say(
        String.format(
            Locale.ROOT,
            "Cress gave %.1f %% of the keys to node d, its share is %.1f %%;"
                + " a key on its way lost %d ms of its life at the most.",
            100 * moved.measured(),
            100 * moved.minimum(),
            cress.mostLifeLost()));
    return new Result(
        List.of(three.size(), four.size(), three.size()),
        settings.keys(),
        moved.measured(),
        moved.minimum(),
        counts,
        cress.counts(),
        servers.provider().toString());
  }

  private CompletableFuture<?>[] each(Function<Load, CompletableFuture<?>> action) {
    return loads.stream().map(action).toArray(CompletableFuture<?>[]::new);
  }

  private CompletableFuture<?> change(NodeSet nodes) {
    return CompletableFuture.allOf(each(load -> load.cache().changeTo(nodes)));
  }

  /** Shows the progress for the time of a phase and until a change is over. */
  private void watch(CompletableFuture<?> change, CompletableFuture<?>[] running)
      throws InterruptedException {
    CompletableFuture<?> failure = CompletableFuture.anyOf(running);
    CompletableFuture<?> over = change.orTimeout(LONGEST_CHANGE_SECONDS, TimeUnit.SECONDS);
    long end = System.nanoTime() + settings.phase().toNanos();
    screen.start(loads);
    while (!over.isDone() || System.nanoTime() < end) {
      waitFor(failure, screen.pace().toMillis());
      screen.show(loads);
    }
    over.join();
  }

  /** Waits for some time, unless the load ends by a failure. */
  private static void waitFor(CompletableFuture<?> failure, long millis)
      throws InterruptedException {
    try {
      failure.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the load ended: " + e.getCause(), e);
    }
  }

  private List<String> owners(Cress cress) {
    return IntStream.range(0, settings.keys())
        .mapToObj(i -> cress.ownerOf(Load.keyName(i)).name())
        .toList();
  }

  private static double differences(List<String> before, List<String> after) {
    long different =
        IntStream.range(0, before.size()).filter(i -> !before.get(i).equals(after.get(i))).count();
    return (double) different / before.size();
  }

  private Node startNode(String name) {
    TestNode node = servers.redis();
    return Node.of(name, node.host(), node.port());
  }

  private static Function<Node, RedisURI> database(int number) {
    return node ->
        RedisURI.builder().withHost(node.host()).withPort(node.port()).withDatabase(number).build();
  }
}
