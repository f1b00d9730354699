package dev.cress.redis.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.redis.history.Operation.Command;
import dev.cress.redis.history.Simulation.Profile;
import dev.cress.redis.history.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Histories of the size that a torture test leaves; the times are printed, not judged. */
class LargeHistoryTest {
  private static final Profile CLIENTS = new Profile(8, 0.002, 0, 1_000_000);
  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void decidesAMillionOperationsOnTwoThousandKeys() {
    List<Operation> history = new ArrayList<>();
    for (int key = 0; key < 2000; key++) {
      history.addAll(new Simulation(random, CLIENTS).run("k" + key, null, 500));
    }

    assertThat(timed("2000 keys", history).decision()).isEqualTo(Decision.LINEARIZABLE);
  }

  @Test
  void decidesOneHotKeyAndFindsTheOneWrongAnswer() {
    List<Operation> history =
        new ArrayList<>(new Simulation(random, CLIENTS).run("k", null, 200_000));
    assertThat(timed("one key", history).decision()).isEqualTo(Decision.LINEARIZABLE);

    long end = history.stream().mapToLong(Operation::invoked).max().orElseThrow();
    Outcome wrong = new Outcome.Returned("nobody wrote this", end + 100);
    history.add(new Operation("client-9", "k", new Command(Kind.GET, ""), end + 99, wrong));

    assertThat(timed("one key, wrong", history).report()).contains("nobody wrote this");
  }

  private static Verdict timed(String name, List<Operation> history) {
    long start = System.nanoTime();
    Verdict verdict = LinearizabilityChecker.strict().check(history);
    System.out.printf(
        "%s, %d operations: %s in %d ms%n",
        name, history.size(), verdict.decision(), (System.nanoTime() - start) / 1_000_000);
    return verdict;
  }
}
