package dev.cress.history;

import static dev.cress.history.StoreKind.APPEND;
import static dev.cress.history.StoreKind.CAS;
import static dev.cress.history.StoreKind.DEL;
import static dev.cress.history.StoreKind.EXISTS;
import static dev.cress.history.StoreKind.GET;
import static dev.cress.history.StoreKind.GETDEL;
import static dev.cress.history.StoreKind.GETSET;
import static dev.cress.history.StoreKind.INCR;
import static dev.cress.history.StoreKind.SET;
import static dev.cress.history.StoreKind.SETNX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Verdict.Decision;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answered operations, one after the other and overlapping. */
class LinearizabilityCheckerTest {
  private final HistoryBuilder history = new HistoryBuilder();

  @Test
  void acceptsAnEmptyHistory() {
    accept();
  }

  @Test
  void acceptsASequenceOfEveryCommand() {
    history
        .then(GET, "", null)
        .then(SET, "a", "OK")
        .then(GET, "", "a")
        .then(APPEND, "b", "2")
        .then(GETSET, "7", "ab")
        .then(INCR, "", "8")
        .then(SETNX, "x", "false")
        .then(EXISTS, "", "1")
        .then(GETDEL, "", "8")
        .then(DEL, "", "0")
        .then(EXISTS, "", "0")
        .then(SETNX, "x", "true")
        .then(INCR, "", StoreKind.ERROR)
        .then(CAS, "x>y", "stored")
        .then(CAS, "x>z", "other")
        .then(DEL, "", "1")
        .then(CAS, "y>z", "absent");

    accept();
  }

  @Test
  void acceptsTheOldAndTheNewValueWhileASetRuns() {
    history
        .then(SET, "old", "OK")
        .during(20, 50, SET, "new", "OK")
        .during(22, 25, GET, "", "old")
        .during(30, 35, GET, "", "new")
        .during(40, 60, GET, "", "new");

    accept();
  }

  @Test
  void acceptsConcurrentSetsInEitherOrder() {
    history
        .during(10, 20, SET, "a", "OK")
        .during(10, 30, SET, "b", "OK")
        .during(40, 50, GET, "", "a");

    accept();
  }

  @Test
  void acceptsConcurrentIncrementsThatReturnOutOfOrder() {
    history
        .during(10, 60, INCR, "", "1")
        .during(11, 50, INCR, "", "2")
        .during(12, 40, INCR, "", "3")
        .during(13, 30, INCR, "", "4");

    accept();
  }

  @Test
  void acceptsAChainThatOnlyOneOrderExplains() {
    history
        .during(10, 90, GETSET, "a", "c")
        .during(10, 90, GETSET, "b", null)
        .during(10, 90, GETSET, "c", "b")
        .during(10, 90, GETDEL, "", "a")
        .during(91, 95, GET, "", null);

    accept();
  }

  @Test
  void acceptsEitherStepOfACommandThatMayTakeTwo() {
    history
        .then(SET, "a", "OK")
        .then(CAS, "a>b", "other")
        .then(GET, "", "a")
        .then(CAS, "a>b", "stored")
        .then(GET, "", "b");

    accept();
  }

  @Test
  void catchesTwoClientsThatBothReplacedOneValue() {
    history
        .then(SET, "a", "OK")
        .during(20, 40, CAS, "a>b", "stored")
        .during(30, 50, CAS, "a>c", "stored");

    reject();
  }

  @Test
  void takesAReturnAndAnInvocationAtTheSameTimeAsConcurrent() {
    history.during(10, 20, SET, "a", "OK").during(20, 30, GET, "", null);

    accept();
  }

  @Test
  void readsOnlyAfterOneThatReturnedAtAnEarlierTime() {
    history.during(10, 20, SET, "a", "OK").during(21, 30, GET, "", null);

    reject();
  }

  @Test
  void startsFromTheInitialValue() {
    history.then(GET, "", "before").then(DEL, "", "1");

    reject();
    assertThat(
            LinearizabilityChecker.strict()
                .withInitial(Map.of("k", "before"))
                .check(history.operations())
                .decision())
        .isEqualTo(Decision.LINEARIZABLE);
  }

  @Test
  void ignoresWhatFailedWithoutEffect() {
    history.then(SET, "a", "OK").refused(21, SET, "b").then(GET, "", "a");

    accept();
  }

  @Test
  void catchesTheEffectOfWhatFailedWithoutEffect() {
    history.then(SET, "a", "OK").refused(21, SET, "b").then(GET, "", "b");

    reject();
  }

  @Test
  void catchesAStaleReadAfterAnAcknowledgedWrite() {
    history.then(SET, "old", "OK").then(SET, "new", "OK").then(GET, "", "old");

    reject();
  }

  @Test
  void catchesALostIncrement() {
    history.during(10, 30, INCR, "", "1").during(20, 40, INCR, "", "1");

    reject();
  }

  @Test
  void catchesAValueThatIsBackAfterADelete() {
    history.then(SET, "a", "OK").then(DEL, "", "1").then(GET, "", null).then(GET, "", "a");

    reject();
  }

  @Test
  void catchesALostAcknowledgedSet() {
    history.then(SET, "a", "OK").then(GET, "", null);

    reject();
  }

  @Test
  void catchesTwoDeletesOfOneValue() {
    history.then(SET, "a", "OK").during(20, 40, DEL, "", "1").during(30, 50, DEL, "", "1");

    reject();
  }

  @Test
  void catchesAValueThatNobodyWrote() {
    history.during(10, 50, SET, "a", "OK").during(20, 60, GET, "", "b");

    reject();
  }

  @Test
  void catchesAReadThatGoesBackInTime() {
    history
        .then(SET, "old", "OK")
        .during(20, 90, SET, "new", "OK")
        .during(30, 40, GET, "", "new")
        .during(50, 60, GET, "", "old");

    reject();
  }

  @Test
  void catchesTwoClientsThatBothSetTheAbsentValue() {
    history.during(10, 30, SETNX, "a", "true").during(20, 40, SETNX, "b", "true");

    reject();
  }

  @Test
  void catchesAReadFromTheFuture() {
    history.then(GET, "", "a").then(SET, "a", "OK");

    reject();
  }

  @Test
  void catchesALostAppend() {
    history.during(10, 30, APPEND, "a", "1").during(20, 40, APPEND, "b", "1");

    reject();
  }

  @Test
  void catchesTwoClientsThatTookTheSameValue() {
    history.then(SET, "a", "OK").during(20, 40, GETDEL, "", "a").during(30, 50, GETDEL, "", "a");

    reject();
  }

  @Test
  void catchesConcurrentReadersThatDisagreeOnTheOrder() {
    history
        .during(10, 99, SET, "a", "OK")
        .during(10, 99, SET, "b", "OK")
        .during(20, 30, GET, "", "a")
        .during(40, 50, GET, "", "b")
        .during(60, 70, GET, "", "a");

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
