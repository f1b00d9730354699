package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Verdict;
import dev.cress.migration.MigrationPolicy;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients of one topology source work on the same keys while nodes come and go, change their weight
 * and the selector is exchanged. The history of every key must be linearizable, but for values that
 * are lost.
 *
 * <p>{@code -Dcress.torture.seconds=60} lets each test go on with other seeds for that long; {@code
 * -Dcress.torture.seed=7} begins with another seed.
 */
final class TortureIT {

  private static final int NODES = 4;
  private static final int MOST_CLIENTS = 4;
  private static final int MOST_NAIVE_RUNS = 20;
  private static final long SECONDS = Long.getLong("cress.torture.seconds", 0);
  private static final long SEED = Long.getLong("cress.torture.seed", 20_261_130);

  private final TortureRun.Settings settings = new TortureRun.Settings();

  private void torture() {
    torture(() -> new Fleet(NODES));
  }

  private void torture(Supplier<Fleet> servers) {
    long end = System.nanoTime() + SECONDS * 1_000_000_000;
    long seed = SEED;
    do {
      try (Fleet fleet = servers.get();
          TortureRun run = new TortureRun(fleet, seed, settings)) {
        run.run().orFail();
      }
      seed++;
    } while (System.nanoTime() - end < 0);
  }

  @Test
  void keysMoveWhenTheyAreTouched() {
    settings.mode = MigrationPolicy.Mode.LAZY;
    torture();
  }

  @Test
  void keysMoveInTheBackgroundToo() {
    torture();
  }

  @Test
  void keysMoveBetweenEmbeddedServers() {
    torture(() -> Fleet.embedded(NODES));
  }

  @Test
  void threeClientsMoveKeys() {
    settings.clients = 3;
    settings.mode = MigrationPolicy.Mode.LAZY;
    torture();
  }

  @Test
  void stepsAreSlow() {
    settings.mode = MigrationPolicy.Mode.LAZY;
    settings.changes = 3;
    settings.calls = client -> new SlowCalls(SEED + client, 8, 1, false);
    torture();
  }

  @Test
  void serversEvict() {
    settings.changes = 3;
    settings.calls = client -> new SlowCalls(SEED + client, 8, 1, true);
    settings.fault = TortureIT::evict;
    torture();
  }

  private static void evict(TortureRun run) {
    for (int i = 0; i < 100; i++) {
      String node = run.fleet().names().get(run.random().nextInt(NODES));
      run.fleet().on(node).delete(TortureKeys.hot(run.random()));
    }
  }

  @Test
  void aServerRestarts() {
    settings.failuresAllowed = true;
    settings.fault = TortureIT::restart;
    torture();
  }

  private static void restart(TortureRun run) {
    if (run.isHalfWay() || run.random().nextInt(4) == 0) {
      run.fleet().server(run.fleet().names().get(run.random().nextInt(NODES))).restart();
    }
  }

  @Test
  void connectionsAreCut() {
    settings.failuresAllowed = true;
    settings.proxied = true;
    settings.mode = MigrationPolicy.Mode.LAZY;
    settings.fault = TortureIT::cut;
    torture();
  }

  private static void cut(TortureRun run) {
    String node = run.fleet().names().get(run.random().nextInt(NODES));
    if (run.random().nextBoolean()) {
      run.fleet().proxy(node).cut();
    } else {
      run.fleet().proxy(node).cutAfterReplyBytes(run.random().nextInt(2_000));
    }
  }

  @Test
  void aClientIsShutDownInTheMiddle() {
    settings.failuresAllowed = true;
    settings.clients = 3;
    settings.fault =
        run -> {
          if (run.isHalfWay()) {
            run.clients().get(2).shutdown();
          }
        };
    torture();
  }

  @Test
  void clientsJoin() {
    settings.clients = 1;
    settings.fault =
        run -> {
          if (run.clients().size() < MOST_CLIENTS) {
            run.startClient();
          }
        };
    torture();
  }

  @ParameterizedTest
  @EnumSource(NaiveCalls.Variant.class)
  void theCheckerCatches(NaiveCalls.Variant variant) {
    int runs = 0;
    for (Verdict.Decision found = Verdict.Decision.LINEARIZABLE;
        found != Verdict.Decision.VIOLATED;
        runs++) {
      assertThat(runs).as("runs in which %s was not caught", variant).isLessThan(MOST_NAIVE_RUNS);
      found = naive(variant, SEED + runs);
    }
  }

  private static Verdict.Decision naive(NaiveCalls.Variant variant, long seed) {
    TortureRun.Settings settings = new TortureRun.Settings();
    int slow = variant == NaiveCalls.Variant.LEASE_OF_ANOTHER_IS_A_MISS ? 3 : 8;
    NaiveCalls naive = new NaiveCalls(new SlowCalls(seed, slow, 10, true), variant);
    settings.mode = MigrationPolicy.Mode.LAZY;
    settings.changes = 3;
    settings.calls = client -> naive;
    settings.blindWrite = naive::blindWrite;
    settings.fault = TortureIT::evict;
    settings.failuresAllowed = true;
    try (Fleet fleet = new Fleet(NODES);
        TortureRun run = new TortureRun(fleet, seed, settings)) {
      return run.run().decision();
    }
  }
}
