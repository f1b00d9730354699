package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.migration.MigrationPolicy.CutWindow;
import dev.cress.migration.MigrationPolicy.Leftovers;
import dev.cress.migration.MigrationPolicy.Mode;
import dev.cress.migration.MigrationPolicy.Persistence;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.migration.MigrationPolicy.TooLarge;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

final class MigrationPolicyTest {

  @Test
  void defaultsAreTheSafeOnes() {
    MigrationPolicy policy = MigrationPolicy.lazyAndBackground();

    assertThat(policy.mode()).isEqualTo(Mode.LAZY_AND_BACKGROUND);
    assertThat(policy.patience()).isEqualTo(Duration.ofSeconds(1));
    assertThat(policy.adoptDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(policy.maxKeySize()).isEqualTo(4 * 1024 * 1024);
    assertThat(policy.tooLarge()).isEqualTo(TooLarge.ERROR);
    assertThat(policy.previousOwnerFailure()).isEqualTo(PreviousOwnerFailure.FAIL);
    assertThat(policy.previousOwnerTimeout()).isEqualTo(Duration.ofMillis(100));
    assertThat(policy.previousOwnerPersistence()).isEqualTo(Persistence.ANY);
    assertThat(policy.windowEnd()).isEqualTo(Duration.ofHours(24));
    assertThat(policy.leftovers()).isEqualTo(Leftovers.REFUSE);
    assertThat(policy.onCutWindow()).isEqualTo(CutWindow.REFUSE);
    assertThat(policy.isForced()).isFalse();
    assertThat(MigrationPolicy.lazy().mode()).isEqualTo(Mode.LAZY);
    assertThat(MigrationPolicy.off().mode()).isEqualTo(Mode.OFF);
    assertThat(MigrationPolicy.off().keysMove()).isFalse();
    assertThat(MigrationPolicy.lazy().keysMove()).isTrue();
  }

  @Test
  void durationsMustBeMoreThanZero() {
    Map<String, BiFunction<MigrationPolicy.Builder, Duration, MigrationPolicy.Builder>> setters =
        Map.of(
            "patience", MigrationPolicy.Builder::patience,
            "adoptDeadline", MigrationPolicy.Builder::adoptDeadline,
            "previousOwnerTimeout", MigrationPolicy.Builder::previousOwnerTimeout,
            "windowEnd", MigrationPolicy.Builder::windowEnd);
    setters.forEach(
        (name, setter) -> {
          for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofMillis(-1)}) {
            assertThatIllegalArgumentException()
                .isThrownBy(() -> setter.apply(MigrationPolicy.builder(), bad))
                .withMessage(name + " must be greater than 0 but was " + bad);
          }
        });
  }

  @Test
  void theLargestKeyMustHaveASize() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MigrationPolicy.builder().maxKeySize(0))
        .withMessage("maxKeySize must be greater than 0 but was 0");
  }

  @Test
  void aBuiltPolicyDoesNotChangeWithItsBuilder() {
    MigrationPolicy.Builder builder = MigrationPolicy.builder().patience(Duration.ofSeconds(3));
    MigrationPolicy policy = builder.build();

    builder.patience(Duration.ofSeconds(9)).mode(Mode.OFF).force();

    assertThat(policy.patience()).isEqualTo(Duration.ofSeconds(3));
    assertThat(policy.mode()).isEqualTo(Mode.LAZY_AND_BACKGROUND);
    assertThat(policy.isForced()).isFalse();
    assertThat(builder.build().isForced()).isTrue();
  }
}
