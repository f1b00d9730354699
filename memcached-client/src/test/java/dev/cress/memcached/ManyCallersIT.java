package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Threads share one socket: some wait for each answer, some send on, some send more than the socket
 * takes at once. Each thread's operations keep their order, and none is left behind.
 */
final class ManyCallersIT {

  private static final int THREADS = 12;
  private static final int ROUNDS = 150;
  private static final int LARGE = 400_000;

  @Test
  void eachReadsWhatItWroteLast() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Fleet fleet = new Fleet(1)) {
      CressMemcachedClient client = fleet.builder().build();
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        String key = "caller:" + i;
        callers.add(() -> wrongReads(client, key, random));
      }

      for (Future<Integer> wrong : threads.invokeAll(callers)) {
        assertThat(wrong.get()).isZero();
      }
      client.shutdown();
    } finally {
      threads.shutdownNow();
    }
  }

  private static int wrongReads(CressMemcachedClient client, String key, SplittableRandom random)
      throws Exception {
    int wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<byte[]> written = new ArrayList<>();
      List<Future<?>> read = new ArrayList<>();
      int ahead = 1 + random.nextInt(20);
      for (int i = 0; i < ahead; i++) {
        byte[] value = new byte[random.nextInt(50) == 0 ? LARGE : 1 + random.nextInt(100)];
        Arrays.fill(value, (byte) random.nextInt());
        client.set(key, 0, value);
        written.add(value);
        read.add(client.asyncGet(key));
      }
      for (int i = 0; i < ahead; i++) {
        wrong += Arrays.equals(written.get(i), (byte[]) answer(read.get(i))) ? 0 : 1;
      }
    }
    return wrong;
  }
}
