package dev.cress.memcached;

import static dev.cress.memcached.MemcachedKind.ADD;
import static dev.cress.memcached.MemcachedKind.APPEND;
import static dev.cress.memcached.MemcachedKind.CAS;
import static dev.cress.memcached.MemcachedKind.DECR;
import static dev.cress.memcached.MemcachedKind.DELETE;
import static dev.cress.memcached.MemcachedKind.GET;
import static dev.cress.memcached.MemcachedKind.INCR;
import static dev.cress.memcached.MemcachedKind.SET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.LinearizabilityChecker;
import dev.cress.history.Recorder;
import dev.cress.history.Verdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What memcached may answer and what not, where a value may be lost at any time. */
class MemcachedHistoryTest {
  private final Recorder recorder = new Recorder();

  @Test
  void acceptsASequenceOfEveryCommand() {
    then(null, GET);
    then(true, SET, "a");
    then(false, ADD, "b");
    then(true, APPEND, "c");
    then("ac", GET);
    then("OK", CAS, "ac", "9");
    then("EXISTS", CAS, "ac", "8");
    then(10L, INCR, "1");
    then(7L, DECR, "3");
    then(true, DELETE);
    then(false, DELETE);
    then(-1L, INCR, "1");
    then(-1L, DECR, "1");
    then(false, APPEND, "d");
    then("NOT_FOUND", CAS, "7", "8");
    then(true, ADD, "e");
    then("e", GET);

    assertThat(strict()).isEqualTo(Verdict.Decision.LINEARIZABLE);
    assertThat(upToLoss()).isEqualTo(Verdict.Decision.LINEARIZABLE);
  }

  @Test
  void acceptsALossBeforeEveryCommand() {
    then(true, SET, "a");
    then(null, GET);
    then(true, ADD, "b");
    then(true, ADD, "c");
    then(false, APPEND, "d");
    then(true, SET, "5");
    then(-1L, INCR, "1");
    then(true, SET, "5");
    then(false, DELETE);
    then(true, SET, "e");
    then("NOT_FOUND", CAS, "e", "f");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.LINEARIZABLE);
    assertThat(strict()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void acceptsEitherEndOfAnUnknownOutcome() {
    then(true, SET, "a");
    recorder.invoke("client", "k", CAS, "a", "b").unknown();
    then("a", GET);
    then("b", GET);
    recorder.invoke("client", "k", DELETE).unknown();
    then("b", GET);
    then(null, GET);

    assertThat(strict()).isEqualTo(Verdict.Decision.LINEARIZABLE);
  }

  @Test
  void acceptsACasThatRefusesAValueThatWasWrittenAgain() {
    then(true, SET, "a");
    then("a", GET);
    then(true, SET, "a");
    then("EXISTS", CAS, "a", "b");
    then("a", GET);

    assertThat(strict()).isEqualTo(Verdict.Decision.LINEARIZABLE);
  }

  @Test
  void catchesAStaleReadAfterADelete() {
    then(true, SET, "a");
    then(true, DELETE);
    then("a", GET);

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesAValueThatIsBackAfterAMissAndThatNobodyWroteAgain() {
    then(true, SET, "a");
    then(null, GET);
    then("a", GET);

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesACounterThatGoesBack() {
    then(true, SET, "5");
    then(6L, INCR, "1");
    then("5", GET);

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesTwoClientsThatCountedToTheSameNumber() {
    then(true, SET, "5");
    Recorder.Call first = recorder.invoke("client-1", "k", INCR, "1");
    Recorder.Call second = recorder.invoke("client-2", "k", INCR, "1");
    first.returned(6L);
    second.returned(6L);

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesAnAddThatIsNotStoredWhileTheKeyCannotExist() {
    then(true, SET, "a");
    then(true, DELETE);
    then(false, ADD, "b");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesAnAddThatIsNotStoredAfterAMiss() {
    then(true, SET, "a");
    then(null, GET);
    then(false, ADD, "b");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesAnAppendOnAMissingValue() {
    then(true, SET, "a");
    then(null, GET);
    then(true, APPEND, "b");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesALostAppend() {
    then(true, SET, "a");
    then(true, APPEND, "b");
    then("a", GET);

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesTwoClientsThatReplacedOneValue() {
    then(true, SET, "a");
    Recorder.Call first = recorder.invoke("client-1", "k", CAS, "a", "b");
    Recorder.Call second = recorder.invoke("client-2", "k", CAS, "a", "c");
    first.returned("OK");
    second.returned("OK");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesACasThatStoredOverANewerValue() {
    then(true, SET, "a");
    then(true, SET, "b");
    then("OK", CAS, "a", "c");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  @Test
  void catchesACasThatFoundAValueAfterADelete() {
    then(true, SET, "a");
    then(true, DELETE);
    then("EXISTS", CAS, "a", "b");

    assertThat(upToLoss()).isEqualTo(Verdict.Decision.VIOLATED);
  }

  /** A command that ran alone, after all before it. */
  private void then(@Nullable Object result, MemcachedKind kind, String... arguments) {
    recorder.invoke("client", "k", kind, arguments).returned(result);
  }

  private Verdict.Decision strict() {
    return LinearizabilityChecker.strict().check(recorder.history()).decision();
  }

  private Verdict.Decision upToLoss() {
    return LinearizabilityChecker.upToLoss().check(recorder.history()).decision();
  }
}
