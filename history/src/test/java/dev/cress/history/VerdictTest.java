package dev.cress.history;

import static dev.cress.history.StoreKind.GET;
import static dev.cress.history.StoreKind.SET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.history.Operation.Command;
import dev.cress.history.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the checker reports. */
class VerdictTest {
  private final HistoryBuilder history = new HistoryBuilder();

  @Test
  void aViolationShowsTheOperationsAroundThePlaceWhereTheSearchIsStuck() {
    history.then(SET, "first", "OK");
    for (int i = 0; i < 20; i++) {
      history.then(SET, "v" + i, "OK");
    }
    history
        .unknown(301, SET, "lost?")
        .during(305, 330, SET, "beside", "OK")
        .during(310, 320, GET, "", "first")
        .during(400, 410, GET, "", "beside");

    Verdict verdict = LinearizabilityChecker.strict().check(history.operations());

    assertThat(verdict.decision()).isEqualTo(Decision.VIOLATED);
    assertThat(verdict.report())
        .isEqualToNormalizingNewlines(
            """
            25 operations on 1 keys: 1 keys violated, 0 undecided

            key k: no order explains client-24  [310, 320]  GET -> "first"
            values it may have found: "beside", "lost?", "v19"
              client-1   [10, 15]  SET "first" -> "OK"
              client-18  [180, 185]  SET "v16" -> "OK"
              client-19  [190, 195]  SET "v17" -> "OK"
              client-20  [200, 205]  SET "v18" -> "OK"
              client-21  [210, 215]  SET "v19" -> "OK"
              client-22  [301, ...)  SET "lost?" -> unknown
              client-23  [305, 330]  SET "beside" -> "OK"
            > client-24  [310, 320]  GET -> "first\"""");
    assertThatThrownBy(verdict::orFail)
        .isInstanceOf(AssertionError.class)
        .hasMessage(verdict.report());
  }

  @Test
  void theOperationThatIsStuckIsTheFirstThatHasNoExplanation() {
    history.then(SET, "a", "OK").then(GET, "", "b").then(GET, "", "c");

    assertThat(LinearizabilityChecker.strict().check(history.operations()).report())
        .contains("no order explains client-2 ")
        .doesNotContain("client-3");
  }

  @Test
  void aSpentBudgetIsUndecidedAndFails() {
    for (int i = 0; i < 20; i++) {
      history.during(i, 1000, StoreKind.GETSET, "v" + i, "nobody wrote this");
      history.during(i, 1000, SET, "w" + i, "OK");
    }

    Verdict verdict = LinearizabilityChecker.strict().withBudget(500).check(history.operations());

    assertThat(verdict.decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(verdict.report()).contains("0 keys violated, 1 undecided", "budget spent before");
    assertThatThrownBy(verdict::orFail).isInstanceOf(AssertionError.class);
  }

  @Test
  void keysAreCheckedApartAndAViolationOutranksTheRest() {
    List<Operation> operations = new ArrayList<>();
    for (String key : List.of("good", "bad-1", "bad-2", "bad-3", "bad-4")) {
      operations.add(operation(key, 1, new Command(SET, List.of(key)), "OK"));
      operations.add(
          operation(key, 3, new Command(GET, List.of()), key.equals("good") ? key : "x"));
    }

    Verdict verdict = LinearizabilityChecker.strict().check(operations);

    assertThat(verdict.decision()).isEqualTo(Decision.VIOLATED);
    assertThat(verdict.report())
        .startsWith("10 operations on 5 keys: 4 keys violated, 0 undecided")
        .contains("key bad-1", "key bad-2", "key bad-3")
        .doesNotContain("key good", "key bad-4");
  }

  @Test
  void aGoodHistoryIsCounted() {
    history.then(SET, "a", "OK").then(GET, "", "a");

    Verdict verdict = LinearizabilityChecker.strict().check(history.operations());

    assertThat(verdict)
        .isEqualTo(
            new Verdict(
                Decision.LINEARIZABLE, "2 operations on 1 keys: 0 keys violated, 0 undecided"));
  }

  @Test
  void aBudgetBelowOneIsRefused() {
    assertThatThrownBy(() -> LinearizabilityChecker.strict().withBudget(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("attempts must be at least 1 but was 0");
  }

  private static Operation operation(String key, long time, Command command, String result) {
    return new Operation("client", key, command, time, new Outcome.Returned(result, time + 1));
  }
}
