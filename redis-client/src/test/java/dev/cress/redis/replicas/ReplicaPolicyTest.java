package dev.cress.redis.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.redis.replicas.ReplicaPolicy.Acknowledgement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaPolicyTest {

  @Test
  void byDefaultAllCopiesMustHaveAWriteAndTheOwnerIsReadFirst() {
    ReplicaPolicy policy = ReplicaPolicy.of(2);

    assertThat(policy.copies()).isEqualTo(2);
    assertThat(policy.acknowledgement()).isEqualTo(Acknowledgement.ALL);
    assertThat(policy.readZone()).isNull();
  }

  @Test
  void eachSettingLeavesTheOthers() {
    ReplicaPolicy policy = ReplicaPolicy.of(3).readFrom("z").acknowledgedBy(Acknowledgement.QUORUM);

    assertThat(policy).isEqualTo(new ReplicaPolicy(3, Acknowledgement.QUORUM, "z"));
    assertThat(policy.readFrom("y")).isEqualTo(new ReplicaPolicy(3, Acknowledgement.QUORUM, "y"));
  }

  @ParameterizedTest
  @CsvSource({
    "ALL, 1, 1",
    "ALL, 2, 2",
    "ALL, 3, 3",
    "QUORUM, 1, 1",
    "QUORUM, 2, 2",
    "QUORUM, 3, 2",
    "QUORUM, 4, 3",
    "QUORUM, 5, 3",
    "ANY, 1, 1",
    "ANY, 3, 1"
  })
  void anAcknowledgementIsSoManyCopies(Acknowledgement acknowledgement, int copies, int needed) {
    assertThat(acknowledgement.of(copies)).isEqualTo(needed);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 0, -1})
  void oneCopyIsNone(int copies) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReplicaPolicy.of(copies))
        .withMessage("copies must be at least 2 but was " + copies);
  }

  @Test
  void aZoneHasAName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReplicaPolicy.of(2).readFrom(" "))
        .withMessageContaining("readZone");
  }
}
