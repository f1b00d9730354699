package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static dev.cress.memcached.Scene.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.KeyScenarios.Read;
import dev.cress.memcached.KeyScenarios.Stub;
import dev.cress.memcached.StepGate.Stop;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Two clients and one key in an open window, stopped between any two steps. */
final class KeyInTheWindowIT {

  @Test
  void aValueThatComesAfterADeleteBringsNothingBack() throws Exception {
    assertThat(KeyScenarios.latePutAfterDelete(Variant.STANDARD, Stub.EVICTED))
        .isEqualTo(new Read(null, null, "EXISTS"));
  }

  @Test
  void aValueThatComesAfterItsStubExpiredAndADeleteBringsNothingBack() throws Exception {
    assertThat(KeyScenarios.latePutAfterDelete(Variant.STANDARD, Stub.EXPIRED))
        .isEqualTo(new Read(null, null, "EXISTS"));
  }

  @Test
  void aValueThatComesAfterTheTombstoneEndedBringsNothingBack() throws Exception {
    assertThat(KeyScenarios.latePutAfterTheTombstone(Variant.STANDARD))
        .isEqualTo(new Read(null, null, "NOT_FOUND"));
  }

  @Test
  void aValueThatComesAfterARestartOfTheOwnerBringsNothingBack() throws Exception {
    assertThat(KeyScenarios.latePutAfterRestart(Variant.STANDARD))
        .isEqualTo(new Read(null, null, "EXISTS"));
  }

  @Test
  void aStubThatWasLeasedAnewIsNotFilledByTheOldToken() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("v0");
      scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      put.awaitHeld();
      scene.n.evict(key);
      Stop tombstone = KeyScenarios.leaseAnew(scene, key);

      put.release();
      await().until(() -> !scene.c1.gate().answers(Step.PUT, "n", key).isEmpty());
      String stub = scene.n.text(key);
      tombstone.release();

      assertThat(stub).isEmpty();
      assertThat(answer(read)).isNull();
      assertThat(scene.c1.gate().answers(Step.PUT, "n", key)).containsExactly("EXISTS");
      assertThat(scene.leader.get(key)).isNull();
    }
  }

  @Test
  void aTombstoneThatComesAfterASetLeavesTheValue() throws Exception {
    assertThat(KeyScenarios.lateTombstoneAfterSet(Variant.STANDARD))
        .isEqualTo(new Read("v1", "v1", "EXISTS"));
  }

  @Test
  void whoMeetsALeaseWaitsForTheValue() throws Exception {
    assertThat(KeyScenarios.readBehindALease(Variant.STANDARD))
        .isEqualTo(new Read("v0", "v0", "DONE"));
  }

  @Test
  void aValueThatItsOwnerLosesIsAMissAndNeverAnOlderOne() {
    assertThat(KeyScenarios.readAfterAnEviction(Variant.STANDARD)).isNull();
  }

  @Test
  void aSetThatItsOwnerLosesIsAMissAndNeverAnOlderValue() throws Exception {
    assertThat(KeyScenarios.readAfterASetAndAnEviction(Variant.STANDARD)).isNull();
  }

  @Test
  void anUnmovedKeyIsDeleted() throws Exception {
    assertThat(KeyScenarios.readAfterADelete(Variant.STANDARD))
        .isEqualTo(new Read(true, null, "WON"));
  }

  @Test
  void oneValueIsDeletedOnce() throws Exception {
    assertThat(KeyScenarios.deleteOfAStub(Variant.STANDARD)).containsExactly(false, true);
  }

  @Test
  void aCounterThatBecameAStubIsNotCounted() throws Exception {
    assertThat(KeyScenarios.countOnAStub(Variant.STANDARD)).isEqualTo(-1);
  }

  @Test
  void twoClientsThatCountCountTwice() throws Exception {
    assertThat(KeyScenarios.twoCounts(Variant.STANDARD)).containsExactly(6L, 7L);
  }

  @Test
  void thePreviousOwnerIsEmptiedFirstAndAValueInFlightIsLostWithItsClient() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("v0");
      Migration migration = scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      scene.c1.cache().asyncGet(key);
      put.awaitHeld();
      assertThat(scene.c1.gate().answers(Step.TAKE, "o", key)).containsExactly("PRESENT v0");
      assertThat(scene.o.holds(key)).isFalse();
      assertThat(scene.n.text(key)).isEmpty();

      scene.c1.close();
      assertThat(scene.c2.get(key)).isNull();
      put.release();

      assertThat(scene.c2.get(key)).isNull();
      assertThat(scene.leader.get(key)).isNull();
      assertThat(scene.finish(migration)).isZero();
      assertThat(scene.c2.get(key)).isNull();
    }
  }

  @Test
  void aHolderThatStallsBeforeItTakesIsHelped() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("5");
      scene.open();
      Stop take = scene.c1.gate().before(Step.TAKE, "o", key);
      Future<Long> count = scene.c1.cache().asyncIncr(key, 1);
      take.awaitHeld();

      assertThat(scene.c2.cache().incr(key, 1)).isEqualTo(6);
      take.release();

      assertThat(answer(count)).isEqualTo(7);
      assertThat(scene.c1.gate().answers(Step.TAKE, "o", key)).containsExactly("ABSENT");
      assertThat(scene.c1.gate().answers(Step.TOMBSTONE, "n", key)).containsExactly("EXISTS");
    }
  }

  @Test
  void aKeyThatWasDeletedWhileItsHolderStalledStaysGone() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("v0");
      scene.open();
      Stop take = scene.c1.gate().before(Step.TAKE, "o", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      take.awaitHeld();

      assertThat(answer(scene.c2.cache().delete(key))).isTrue();
      take.release();

      assertThat(answer(read)).isNull();
      assertThat(List.of(scene.o.holds(key), scene.c1.gate().answers(Step.PUT, "n", key)))
          .containsExactly(false, List.of());
    }
  }
}
