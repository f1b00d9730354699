package dev.cress.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Operation.Command;
import dev.cress.history.Simulation.Profile;
import dev.cress.history.Verdict.Decision;
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
  void decidesOneHotKey() {
    List<Operation> history = new Simulation(random, CLIENTS).run("k", null, 100_000);

    assertThat(timed("one key", history).decision()).isEqualTo(Decision.LINEARIZABLE);
  }

  @Test
  void findsOneWrongAnswerOnAHotKey() {
    Profile answered = new Profile(8, 0, 0, 1_000_000);
    List<Operation> history =
        new ArrayList<>(new Simulation(random, answered).run("k", null, 100_000));
    long middle = history.get(50_000).invoked();
    Outcome wrong = new Outcome.Returned("nobody wrote this", middle + 3);
    history.add(
        new Operation("client-9", "k", new Command(StoreKind.GET, List.of()), middle, wrong));

    Verdict verdict = timed("one key, one answer wrong", history);

    assertThat(verdict.decision()).isEqualTo(Decision.VIOLATED);
    assertThat(verdict.report()).contains("no order explains client-9");
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
