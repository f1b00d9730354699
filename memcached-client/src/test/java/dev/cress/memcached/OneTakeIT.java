package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many threads of several clients ask for one key that has not moved. */
final class OneTakeIT {

  private static final int THREADS = 64;
  private static final int ROUNDS = 50;

  @Test
  void oneOfThemTakesTheValueAndNobodyMissesIt() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Scene scene = new Scene(Variant.STANDARD)) {
      scene.join();
      List<String> keys = scene.keys(ROUNDS);
      keys.forEach(key -> scene.o.store(key, "v0", 0, 60));
      scene.open();

      for (String key : keys) {
        assertThat(readAtOnce(scene, threads, key)).hasSize(THREADS).containsOnly("v0");
        assertThat(scene.clients().stream().flatMap(client -> taken(client, key)))
            .containsExactly("PRESENT v0");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Object> readAtOnce(Scene scene, ExecutorService threads, String key)
      throws Exception {
    CountDownLatch ready = new CountDownLatch(THREADS);
    List<Future<Object>> reads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      TestClient client = scene.clients().get(i % scene.clients().size());
      reads.add(
          threads.submit(
              () -> {
                ready.countDown();
                ready.await();
                return client.cache().get(key);
              }));
    }
    List<Object> values = new ArrayList<>();
    for (Future<Object> read : reads) {
      values.add(answer(read));
    }
    return values;
  }

  private static Stream<String> taken(TestClient client, String key) {
    return client.gate().answers(Step.TAKE, "o", key).stream()
        .filter(answer -> answer.startsWith("PRESENT"));
  }
}
