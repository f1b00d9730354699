package dev.cress.redis.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaFailureExceptionTest {

  private final Map<String, Throwable> failures = new LinkedHashMap<>();

  @Test
  void itNamesTheNodesThatHaveDoneItAndWhatWentWrongOnTheOthers() {
    failures.put("b", NodeUnavailableException.silent("b"));
    failures.put("c", new IllegalStateException("a value"));

    ReplicaFailureException failure = new ReplicaFailureException("SET", 3, List.of("a"), failures);

    assertThat(failure)
        .hasMessage(
            """
            SET must be done on 3 of the 3 nodes of its keys, but was done on a only
              node b: NodeUnavailableException
              node c: IllegalStateException""");
    assertThat(failure.getSuppressed()).containsExactlyElementsOf(failures.values());
    assertThat(failure.doneOn()).containsExactly("a");
  }

  @Test
  void perhapsNoNodeHasDoneIt() {
    failures.put("a", new OutcomeUnknownException("a", null));
    failures.put("b", NodeUnavailableException.silent("b"));

    ReplicaFailureException failure = new ReplicaFailureException("DEL", 2, List.of(), failures);

    assertThat(failure)
        .hasMessageStartingWith(
            "DEL must be done on 2 of the 2 nodes of its keys, but was done on none that tells");
    assertThat(failure.doneOn()).isEmpty();
  }
}
