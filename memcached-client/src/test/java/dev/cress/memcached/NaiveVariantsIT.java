package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.KeyScenarios.Stub;
import org.junit.jupiter.api.Test;

/**
 * Each precaution of the protocol is left out once, and what it prevents is seen. The same
 * scenarios come out right with the protocol as it is, in the other tests of this package.
 */
final class NaiveVariantsIT {

  @Test
  void putWithoutATokenADeletedKeyComesBack() throws Exception {
    assertThat(KeyScenarios.latePutAfterDelete(NaiveVariants.PUT_WITHOUT_TOKEN, Stub.EVICTED).c2())
        .isEqualTo("v0");
  }

  @Test
  void putWithoutATokenAnOldValueComesBackAfterARestart() throws Exception {
    assertThat(KeyScenarios.latePutAfterRestart(NaiveVariants.PUT_WITHOUT_TOKEN).c2())
        .isEqualTo("v0");
  }

  @Test
  void putByAddADeletedKeyComesBack() throws Exception {
    assertThat(KeyScenarios.latePutAfterTheTombstone(NaiveVariants.PUT_BY_ADD).c2())
        .isEqualTo("v0");
  }

  @Test
  void putAgainUnderANewerTokenADeletedKeyComesBack() throws Exception {
    assertThat(
            KeyScenarios.latePutAfterDelete(NaiveVariants.LATE_PUT_TRIED_AGAIN, Stub.EVICTED).c2())
        .isEqualTo("v0");
  }

  @Test
  void withACopyAtThePreviousOwnerAnOldCountComesBack() {
    assertThat(KeyScenarios.readAfterAnEviction(NaiveVariants.TAKE_KEEPS_THE_COPY)).isEqualTo("5");
  }

  @Test
  void withAStubThatIsAMissAValueOnItsWayIsMissed() throws Exception {
    assertThat(KeyScenarios.readBehindALease(NaiveVariants.STUB_IS_A_MISS))
        .isEqualTo(new KeyScenarios.Read("v0", null, "DONE"));
  }

  @Test
  void withATombstoneWithoutATokenAValueIsLost() throws Exception {
    assertThat(KeyScenarios.lateTombstoneAfterSet(NaiveVariants.TOMBSTONE_WITHOUT_TOKEN).c2())
        .isNull();
  }

  @Test
  void setAtTheOwnerOnlyAnOldValueComesBack() throws Exception {
    assertThat(KeyScenarios.readAfterASetAndAnEviction(NaiveVariants.NOT_MOVED_FIRST))
        .isEqualTo("v0");
  }

  @Test
  void deletedAtTheOwnerOnlyAKeyIsStillThere() throws Exception {
    assertThat(KeyScenarios.readAfterADelete(NaiveVariants.NOT_MOVED_FIRST).c2()).isEqualTo("v0");
  }

  @Test
  void deletedWithoutATokenAValueIsDeletedTwice() throws Exception {
    assertThat(KeyScenarios.deleteOfAStub(NaiveVariants.DELETE_WITHOUT_TOKEN))
        .containsExactly(true, true);
  }

  @Test
  void countedByAReadAndAWriteTwoCountsAreOne() throws Exception {
    assertThat(KeyScenarios.twoCounts(NaiveVariants.COUNT_BY_READ_AND_WRITE))
        .containsExactly(6L, 6L);
  }
}
