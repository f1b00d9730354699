package dev.cress.history;

import static dev.cress.history.StoreKind.DEL;
import static dev.cress.history.StoreKind.GET;
import static dev.cress.history.StoreKind.INCR;
import static dev.cress.history.StoreKind.SET;
import static dev.cress.history.StoreKind.SETNX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Verdict.Decision;
import org.junit.jupiter.api.Test;

/** A value may vanish at any moment; that excuses nothing else. */
class UpToLossTest {
  private final HistoryBuilder history = new HistoryBuilder();

  @Test
  void acceptsALostValueThatAStrictStoreMustKeep() {
    history.then(SET, "a", "OK").then(GET, "", "a").then(GET, "", null);

    assertThat(upToLoss()).isEqualTo(Decision.LINEARIZABLE);
    assertThat(LinearizabilityChecker.strict().check(history.operations()).decision())
        .isEqualTo(Decision.VIOLATED);
  }

  @Test
  void acceptsRepeatedLoss() {
    history
        .then(SETNX, "a", "true")
        .then(SETNX, "b", "true")
        .then(DEL, "", "0")
        .then(INCR, "", "1")
        .then(INCR, "", "1");

    assertThat(upToLoss()).isEqualTo(Decision.LINEARIZABLE);
  }

  @Test
  void acceptsALossBeforeAnOperationOfUnknownOutcome() {
    history.then(SET, "5", "OK").unknown(16, INCR, "").then(GET, "", "5").then(GET, "", "1");

    assertThat(upToLoss()).isEqualTo(Decision.LINEARIZABLE);
  }

  @Test
  void catchesAStaleRead() {
    history.then(SET, "old", "OK").then(SET, "new", "OK").then(GET, "", "old");

    assertThat(upToLoss()).isEqualTo(Decision.VIOLATED);
  }

  @Test
  void catchesAValueThatIsBackAfterItWasLost() {
    history.then(SET, "a", "OK").then(GET, "", null).then(GET, "", "a");

    assertThat(upToLoss()).isEqualTo(Decision.VIOLATED);
  }

  @Test
  void catchesADeleteThatFoundWhatASecondOneDeletedToo() {
    history.then(SET, "a", "OK").during(20, 40, DEL, "", "1").during(30, 50, DEL, "", "1");

    assertThat(upToLoss()).isEqualTo(Decision.VIOLATED);
  }

  private Decision upToLoss() {
    return LinearizabilityChecker.upToLoss().check(history.operations()).decision();
  }
}
