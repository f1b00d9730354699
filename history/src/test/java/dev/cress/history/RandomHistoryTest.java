package dev.cress.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories of a simulated store, right and then falsified. */
class RandomHistoryTest {
  private static final long SEED = 0x5eed;

  /*
   * With one operation in ten failing, 4 of 12,000 histories of 300 operations need more than the
   * default budget (counted over 40 seeds); all of them are decided within this one.
   */
  private static final long BUDGET = 20_000_000;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void agreesWithTryingEveryOrderOfTinyHistories(boolean lossy) {
    BruteForce judge = new BruteForce(lossy);
    int linearizable = 0;
    for (int i = 0; i < 25_000; i++) {
      String initial = random.nextBoolean() ? null : "1";
      List<Operation> history = falsify(tiny(initial), random.nextInt(4));
      boolean expected = judge.explains(history, initial);

      assertThat(decide(lossy, initial, history))
          .as("history %d of seed %d: %s", i, SEED, history)
          .isEqualTo(expected ? Decision.LINEARIZABLE : Decision.VIOLATED);
      linearizable += expected ? 1 : 0;
    }

    // Both answers must be common for the agreement to mean something.
    assertThat(linearizable).isBetween(5_000, 20_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.02, 0.1})
  void acceptsWhatAnAtomicStoreDid(double failures) {
    for (int i = 0; i < 300; i++) {
      List<Operation> history = simulate(new Simulation.Profile(8, failures, 0, 1000), 300);

      assertThat(decide(false, null, history))
          .as("history %d of seed %d", i, SEED)
          .isEqualTo(Decision.LINEARIZABLE);
    }
  }

  @Test
  void acceptsUpToLossWhatAForgetfulStoreDid() {
    int strictly = 0;
    for (int i = 0; i < 300; i++) {
      List<Operation> history = simulate(new Simulation.Profile(8, 0.02, 0.02, 1000), 300);

      assertThat(decide(true, null, history))
          .as("history %d of seed %d", i, SEED)
          .isEqualTo(Decision.LINEARIZABLE);
      strictly += decide(false, null, history) == Decision.LINEARIZABLE ? 1 : 0;
    }

    assertThat(strictly).isLessThan(30);
  }

  /**
   * About one wrong answer in six is right by chance, as a delete or a write ran beside it; the
   * seed is fixed, so the limit leaves room for another seed only.
   */
  @Test
  void rejectsNearlyEveryHistoryWithOneWrongAnswer() {
    int rejected = 0;
    for (int i = 0; i < 1000; i++) {
      List<Operation> history = simulate(new Simulation.Profile(4, 0.01, 0, 1000), 100);
      Decision decision = decide(false, null, falsify(history, 1));

      assertThat(decision).isNotEqualTo(Decision.UNDECIDED);
      rejected += decision == Decision.VIOLATED ? 1 : 0;
    }

    assertThat(rejected).isGreaterThan(780);
  }

  private List<Operation> tiny(@Nullable String initial) {
    var profile = new Simulation.Profile(1 + random.nextInt(4), 0.3, 0, 2);
    return new Simulation(random, profile).run("k", initial, 1 + random.nextInt(6));
  }

  private List<Operation> simulate(Simulation.Profile profile, int operations) {
    return new Simulation(random, profile).run("k", null, operations);
  }

  /** Returns the history with the answers of {@code count} operations replaced. */
  private List<Operation> falsify(List<Operation> history, int count) {
    List<Operation> wrong = new ArrayList<>(history);
    List<Integer> candidates = new ArrayList<>();
    for (int i = 0; i < history.size(); i++) {
      Operation operation = history.get(i);
      if (operation.outcome() instanceof Outcome.Returned
          && operation.command().kind() != StoreKind.SET) {
        candidates.add(i);
      }
    }
    for (int i = 0; i < count && !candidates.isEmpty(); i++) {
      int at = random.nextInt(candidates.size());
      int index = candidates.get(at);
      candidates.subList(at, at + 1).clear();
      wrong.set(index, falsified(wrong.get(index)));
    }
    return wrong;
  }

  private Operation falsified(Operation operation) {
    String[] answers =
        switch ((StoreKind) operation.command().kind()) {
          case DEL, EXISTS -> new String[] {"0", "1"};
          case SETNX -> new String[] {"false", "true"};
          case INCR, APPEND -> new String[] {"1", "2", "3", StoreKind.ERROR};
          case CAS -> new String[] {"stored", "other", "absent"};
          default -> new String[] {null, "0", "1", "2", "11"};
        };
    Outcome.Returned right = (Outcome.Returned) operation.outcome();
    Outcome wrong = right;
    while (wrong.equals(right)) {
      wrong = new Outcome.Returned(answers[random.nextInt(answers.length)], right.at());
    }
    return new Operation(
        operation.client(), operation.key(), operation.command(), operation.invoked(), wrong);
  }

  private static Decision decide(boolean lossy, @Nullable String initial, List<Operation> history) {
    LinearizabilityChecker checker =
        lossy ? LinearizabilityChecker.upToLoss() : LinearizabilityChecker.strict();
    return checker
        .withBudget(BUDGET)
        .withInitial(initial == null ? Map.of() : Map.of("k", initial))
        .check(history)
        .decision();
  }
}
