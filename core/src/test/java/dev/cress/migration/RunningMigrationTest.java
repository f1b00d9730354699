package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.CressException;
import org.junit.jupiter.api.Test;

final class RunningMigrationTest {

  private final RunningMigration migration = new RunningMigration();

  @Test
  void aServerThatCannotBeAskedFailsTheChangeByAMigrationException() {
    CressException cause = new CressException("node b: did not answer in 5 s");

    migration.fail(cause);

    assertThatThrownBy(() -> migration.completion().get())
        .cause()
        .isInstanceOf(MigrationException.class)
        .hasMessage("the change failed: node b: did not answer in 5 s")
        .hasCause(cause);
  }

  @Test
  void aRefusalKeepsItsWords() {
    MigrationException refusal = new MigrationException("node b holds data");

    migration.fail(refusal);

    assertThatThrownBy(() -> migration.completion().get()).hasCause(refusal);
  }
}
