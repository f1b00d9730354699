package dev.cress.examples.demo;

import dev.cress.examples.demo.Tally.Counts;
import dev.cress.node.NodeSet;
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

/** The changes of the node set, one after another, for all contenders at once. Runs once. */
final class Race {

  private static final long LONGEST_CHANGE_SECONDS = 120;

  private final Settings settings;
  private final Screen screen;
  private final List<Load> loads;
  private final List<Lane> lanes;
  private final Lane cress;

  /**
   * Prepares a race.
   *
   * @param lanes the contenders, Cress as the last one
   */
  Race(Settings settings, Screen screen, List<Lane> lanes) {
    this.settings = settings;
    this.screen = screen;
    this.lanes = lanes;
    this.loads = lanes.stream().map(Lane::load).toList();
    this.cress = lanes.get(lanes.size() - 1);
  }

  /**
   * Fills the caches, runs the load through all changes, and tells what came of it.
   *
   * @param servers where the servers came from
   */
  Result run(String servers) throws InterruptedException {
    try {
      CompletableFuture.allOf(each(Load::fill)).join();
      screen.say("Reading, changing, deleting and expiring them all the time. 3 nodes:");
      double moved = changeUnderLoad();
      screen.say("Reading every key once more.");
      CompletableFuture.allOf(each(Load::check)).join();
      return report(moved, servers);
    } finally {
      loads.forEach(Load::close);
    }
  }

  /** Returns the share of keys that Cress gave to the node that joined. */
  private double changeUnderLoad() throws InterruptedException {
    CompletableFuture<?>[] running = each(Load::run);
    watch(CompletableFuture.completedFuture(null), running);

    List<String> owners = owners();
    loads.forEach(load -> load.tally().firstChangeBegins());
    screen.say("Node d joins. 4 nodes:");
    watch(change(Fleet::four), running);
    double moved = differences(owners, owners());
    screen.say("Node d leaves again. 3 nodes:");
    watch(change(Fleet::three), running);

    loads.forEach(Load::stop);
    CompletableFuture.allOf(running).join();
    return moved;
  }

  private Result report(double moved, String servers) {
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
    Tally tally = cress.load().tally();
    tally.examples().forEach(mistake -> screen.say("Mistake of cress: " + mistake));
    int three = cress.fleet().three().size();
    int four = cress.fleet().four().size();
    double minimum = 1 - (double) three / four;
    screen.say(
        String.format(
            Locale.ROOT,
            "Cress gave %.1f %% of the keys to node d, its share is %.1f %%;"
                + " a key on its way lost %d ms of its life at the most.",
            100 * moved,
            100 * minimum,
            tally.mostLifeLost()));
    return new Result(
        List.of(three, four, three),
        settings.keys(),
        moved,
        minimum,
        counts,
        tally.counts(),
        servers);
  }

  private CompletableFuture<?>[] each(Function<Load, CompletableFuture<?>> action) {
    return loads.stream().map(action).toArray(CompletableFuture<?>[]::new);
  }

  private CompletableFuture<?> change(Function<Fleet, NodeSet> nodes) {
    return CompletableFuture.allOf(
        lanes.stream().map(lane -> lane.changeTo(nodes)).toArray(CompletableFuture<?>[]::new));
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

  private List<String> owners() {
    return IntStream.range(0, settings.keys())
        .mapToObj(i -> cress.load().cache().ownerOf(Load.keyName(i)).name())
        .toList();
  }

  private static double differences(List<String> before, List<String> after) {
    long different =
        IntStream.range(0, before.size()).filter(i -> !before.get(i).equals(after.get(i))).count();
    return (double) different / before.size();
  }
}
