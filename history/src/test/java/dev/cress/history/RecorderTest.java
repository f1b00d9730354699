package dev.cress.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.history.Operation.Command;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecorderTest {
  private static final long SEED = 20261130;
  private final Recorder recorder = new Recorder();

  @Test
  void recordsEachWayToEnd() {
    Recorder.Call set = recorder.invoke("a", "k", StoreKind.SET, "v");
    Recorder.Call delete = recorder.invoke("b", "k", StoreKind.DEL);
    delete.returned(1L);
    set.returned("OK");
    recorder.invoke("a", "k", StoreKind.GET).returned(null);
    recorder.invoke("a", "k", StoreKind.SETNX, "w").returned(true);
    recorder.invoke("a", "k", StoreKind.INCR).failedWithoutEffect();
    recorder.invoke("a", "k", StoreKind.INCR).unknown();

    assertThat(recorder.history())
        .containsExactly(
            operation("a", StoreKind.SET, "v", 0, new Outcome.Returned("OK", 3)),
            operation("b", StoreKind.DEL, "", 1, new Outcome.Returned("1", 2)),
            operation("a", StoreKind.GET, "", 4, new Outcome.Returned(null, 5)),
            operation("a", StoreKind.SETNX, "w", 6, new Outcome.Returned("true", 7)),
            operation("a", StoreKind.INCR, "", 8, new Outcome.NoEffect()),
            operation("a", StoreKind.INCR, "", 9, new Outcome.Unknown()));
  }

  @Test
  void aCallThatHasNotEndedIsUnknown() {
    Recorder.Call call = recorder.invoke("a", "k", StoreKind.INCR);

    List<Operation> before = recorder.history();
    call.returned(1);

    assertThat(before).extracting(Operation::outcome).containsExactly(new Outcome.Unknown());
    assertThat(recorder.history())
        .extracting(Operation::outcome)
        .containsExactly(new Outcome.Returned("1", 1));
  }

  @Test
  void aCallEndsOnce() {
    Recorder.Call call = recorder.invoke("a", "k", StoreKind.INCR);
    call.unknown();

    assertThatThrownBy(() -> call.returned(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("INCR -> unknown");
  }

  @Test
  void argumentsAreAsManyAsTheKindTakes() {
    assertThatThrownBy(() -> recorder.invoke("a", "k", StoreKind.SET))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("arguments of SET must be 1 but were 0");
    assertThatThrownBy(() -> recorder.invoke("a", "k", StoreKind.GET, "v"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("arguments of GET must be 0 but were 1");
  }

  @Test
  void aReturnBeforeTheInvocationIsRefused() {
    assertThatThrownBy(() -> operation("a", StoreKind.GET, "", 5, new Outcome.Returned(null, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("returned must be at or after invoked, 5, but was 4");
  }

  @Test
  void whatThreadsDidToAnAtomicStoreIsLinearizable() throws Exception {
    runClients(recorder, new AtomicStore());

    assertThat(recorder.history()).hasSize(80_000);
    LinearizabilityChecker.strict().check(recorder.history()).orFail();
  }

  @Test
  void aClockOfNanosecondsServesAsWell() throws Exception {
    Recorder timed = new Recorder(System::nanoTime);
    runClients(timed, new AtomicStore());

    LinearizabilityChecker.strict().check(timed.history()).orFail();
  }

  private static void runClients(Recorder recorder, AtomicStore store) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> clients =
          IntStream.range(0, 8)
              .<Future<?>>mapToObj(i -> threads.submit(() -> client(recorder, store, i)))
              .toList();
      for (Future<?> client : clients) {
        client.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void client(Recorder recorder, AtomicStore store, int number) {
    SplittableRandom random = new SplittableRandom(SEED + number);
    List<StoreKind> kinds = List.of(StoreKind.values());
    for (int i = 0; i < 10_000; i++) {
      String key = "k" + random.nextInt(20);
      StoreKind kind = kinds.get(random.nextInt(kinds.size()));
      String[] arguments = new String[kind.arguments()];
      Arrays.fill(arguments, number + "" + i);
      Recorder.Call call = recorder.invoke("client-" + number, key, kind, arguments);
      call.returned(store.execute(key, new Command(kind, List.of(arguments))));
    }
  }

  private static Operation operation(
      String client, Kind kind, String argument, long invoked, Outcome outcome) {
    List<String> arguments = kind.arguments() == 0 ? List.of() : List.of(argument);
    return new Operation(client, "k", new Command(kind, arguments), invoked, outcome);
  }
}
