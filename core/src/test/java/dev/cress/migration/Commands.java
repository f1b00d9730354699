package dev.cress.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.routing.Passage;
import dev.cress.routing.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Commands that go through a passage as a client's do, and the order in which they come out of it.
 * For one thread.
 */
final class Commands {

  private final Passage passage;
  final List<String> sent = new ArrayList<>();
  final Map<String, Throwable> failed = new LinkedHashMap<>();

  Commands(Passage passage) {
    this.passage = passage;
  }

  /** Sends a command on keys that are all gated. */
  void send(String name, String... keys) {
    send(name, () -> {}, true, keys);
  }

  /** Sends a command on keys that are not gated. */
  void sendUngated(String name, String... keys) {
    send(name, () -> {}, false, keys);
  }

  /** Sends a command on gated keys; when it comes out, {@code then} runs before it is noted. */
  void send(String name, Runnable then, String... keys) {
    send(name, then, true, keys);
  }

  /** Sends a command on one gated and one other key. */
  void sendMixed(String name, Runnable then, String gatedKey, String freeKey) {
    send(name, then, List.of(bytes(gatedKey), bytes(freeKey)), new boolean[] {true, false});
  }

  private void send(String name, Runnable then, boolean gated, String... keys) {
    boolean[] all = new boolean[keys.length];
    Arrays.fill(all, gated);
    send(name, then, Arrays.stream(keys).map(Commands::bytes).toList(), all);
  }

  private void send(String name, Runnable then, List<byte[]> keys, boolean[] gated) {
    boolean free = true;
    for (int i = 0; i < gated.length; i++) {
      free &= passage.isFree(keys.get(i), gated[i]);
    }
    if (free || !passage.enqueue(new Held(name, then), keys, gated)) {
      sent.add(name);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private final class Held implements Waiting {
    private final String name;
    private final Runnable then;

    Held(String name, Runnable then) {
      this.name = name;
      this.then = then;
    }

    @Override
    public void resume() {
      then.run();
      sent.add(name);
    }

    @Override
    public void fail(Throwable cause) {
      failed.put(name, cause);
    }
  }
}
