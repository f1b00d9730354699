package dev.cress.memcached.internal.migration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class KeyLinesTest {

  private static final byte[] KEY = "k".getBytes(UTF_8);
  private static final byte[] OTHER = "other".getBytes(UTF_8);

  private final KeyLines lines = new KeyLines();
  private final List<String> begun = new ArrayList<>();

  private Supplier<CompletableFuture<Void>> work(String name, CompletableFuture<Void> end) {
    return () -> {
      begun.add(name);
      return end;
    };
  }

  private static CompletableFuture<Void> ended() {
    return CompletableFuture.completedFuture(null);
  }

  @Test
  void workOnAKeyBeginsWhenTheWorkBeforeHasEnded() {
    CompletableFuture<Void> first = new CompletableFuture<>();
    CompletableFuture<Void> second = new CompletableFuture<>();
    lines.run(KEY, work("first", first));
    lines.run(KEY.clone(), work("second", second));
    lines.run(KEY, work("third", ended()));
    assertThat(begun).containsExactly("first");

    first.complete(null);
    assertThat(begun).containsExactly("first", "second");

    second.completeExceptionally(new IllegalStateException("in vain"));
    assertThat(begun).containsExactly("first", "second", "third");
    assertThat(lines.isIdle()).isTrue();
  }

  @Test
  void workOnAnotherKeyDoesNotWait() {
    lines.run(KEY, work("first", new CompletableFuture<>()));
    lines.run(OTHER, work("other", ended()));

    assertThat(begun).containsExactly("first", "other");
    assertThat(lines.isBusy(KEY)).isTrue();
    assertThat(lines.isBusy(OTHER)).isFalse();
  }

  @Test
  void aLongLineIsWorkedOff() {
    CompletableFuture<Void> first = new CompletableFuture<>();
    lines.run(KEY, work("first", first));
    for (int i = 0; i < 100_000; i++) {
      lines.run(KEY, work("more", ended()));
    }

    first.complete(null);

    assertThat(begun).hasSize(100_001);
    assertThat(lines.isIdle()).isTrue();
  }

  @Test
  void idleWaitsForWhatIsUnderWayAndForNothingElse() {
    CompletableFuture<Void> first = new CompletableFuture<>();
    lines.run(KEY, work("first", first));

    CompletableFuture<Void> idle = lines.idle();
    lines.run(KEY, work("later", new CompletableFuture<>()));
    assertThat(idle).isNotDone();

    first.complete(null);
    assertThat(idle).isDone();
    assertThat(begun).containsExactly("first", "later");
  }

  @Test
  void withoutWorkAllIsIdle() {
    assertThat(lines.isIdle()).isTrue();
    assertThat(lines.idle()).isDone();
  }
}
