package dev.cress.history;

import static dev.cress.history.StoreKind.APPEND;
import static dev.cress.history.StoreKind.CAS;
import static dev.cress.history.StoreKind.DEL;
import static dev.cress.history.StoreKind.GET;
import static dev.cress.history.StoreKind.INCR;
import static dev.cress.history.StoreKind.SET;
import static dev.cress.history.StoreKind.SETNX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Verdict.Decision;
import org.junit.jupiter.api.Test;

/** Operations that timed out: they take effect at any later moment, or never, and at most once. */
class UnknownOutcomeTest {
  private final HistoryBuilder history = new HistoryBuilder();

  @Test
  void mayNeverTakeEffect() {
    history.then(SET, "a", "OK").unknown(20, SET, "b").then(GET, "", "a").then(GET, "", "a");

    accept();
  }

  @Test
  void mayTakeEffectAtOnce() {
    history.then(SET, "a", "OK").unknown(20, SET, "b").then(GET, "", "b");

    accept();
  }

  @Test
  void mayTakeEffectLongAfter() {
    history
        .unknown(5, SET, "late")
        .then(SET, "a", "OK")
        .then(GET, "", "a")
        .then(SET, "b", "OK")
        .then(GET, "", "b")
        .then(GET, "", "late");

    accept();
  }

  @Test
  void takesNoEffectBeforeItWasInvoked() {
    history.during(10, 15, GET, "", "b").unknown(20, SET, "b");

    reject();
  }

  @Test
  void takesEffectOnlyOnce() {
    history
        .unknown(5, SET, "late")
        .then(GET, "", "late")
        .then(SET, "b", "OK")
        .then(GET, "", "late");

    reject();
  }

  @Test
  void twoAlikeMayTakeEffectTwice() {
    history
        .unknown(5, SET, "late")
        .unknown(6, SET, "late")
        .then(GET, "", "late")
        .then(SET, "b", "OK")
        .then(GET, "", "late");

    accept();
  }

  @Test
  void anIncrementAccountsForOneSkippedNumber() {
    history.then(INCR, "", "1").unknown(20, INCR, "").then(INCR, "", "3");

    accept();
  }

  @Test
  void anIncrementDoesNotAccountForTwoSkippedNumbers() {
    history.then(INCR, "", "1").unknown(20, INCR, "").then(INCR, "", "4");

    reject();
  }

  @Test
  void aDeleteMayRunBetweenTwoReads() {
    history.unknown(5, DEL, "").then(SET, "a", "OK").then(GET, "", "a").then(GET, "", null);

    accept();
  }

  @Test
  void aDeleteDoesNotBringAValueBack() {
    history.then(SET, "a", "OK").unknown(20, DEL, "").then(GET, "", null).then(GET, "", "a");

    reject();
  }

  @Test
  void aConditionalSetHasNoEffectOnAValue() {
    history.then(SET, "a", "OK").unknown(20, SETNX, "b").then(GET, "", "b");

    reject();
  }

  @Test
  void aReplacementTakesEitherStep() {
    history.then(SET, "a", "OK").unknown(20, CAS, "a>b").then(GET, "", "a").then(GET, "", "b");

    accept();
  }

  @Test
  void aReplacementHasNoEffectOnAnotherValue() {
    history.then(SET, "a", "OK").unknown(20, CAS, "x>b").then(GET, "", "b");

    reject();
  }

  @Test
  void aReadTellsNothing() {
    history.unknown(5, GET, "").then(SET, "a", "OK").then(GET, "", "a");

    accept();
  }

  @Test
  void severalCombineInAnyOrder() {
    history
        .unknown(1, APPEND, "x")
        .unknown(2, APPEND, "y")
        .unknown(3, APPEND, "z")
        .then(GET, "", "zx")
        .then(APPEND, "-", "3")
        .then(GET, "", "zx-y");

    accept();
  }

  @Test
  void hundredsOfIncrementsOnACounterAreDecided() {
    for (int i = 0; i < 500; i++) {
      history.unknown(i, INCR, "");
    }
    history.during(1000, 1010, INCR, "", "500").during(1020, 1030, GET, "", "501");
    accept();

    history.during(1040, 1050, GET, "", "502");
    reject();
  }

  @Test
  void manySetsThatNobodyReadAreDecided() {
    for (int i = 0; i < 60; i++) {
      history.unknown(i, SET, "u" + i);
    }
    history.during(100, 110, SET, "a", "OK").during(120, 130, GET, "", "u59");
    history.during(140, 150, GET, "", "u3");
    accept();

    history.during(160, 170, GET, "", "u59");
    reject();
  }

  private void accept() {
    LinearizabilityChecker.strict().check(history.operations()).orFail();
  }

  private void reject() {
    assertThat(LinearizabilityChecker.strict().check(history.operations()).decision())
        .isEqualTo(Decision.VIOLATED);
  }
}
