package dev.cress.examples.demo;

import dev.cress.examples.demo.Tally.Counts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Shows what the caches do: bars that are drawn again in place in a terminal, else a line now and
 * then. Not thread-safe.
 */
final class Screen {

  /** Lines of less than 80 columns: a terminal must not break what is to be drawn again. */
  private static final int BAR = 14;

  private static final String CLEAR = "\u001b[2K";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final PrintStream out;
  private final boolean live;
  private final Map<String, Counts> before = new HashMap<>();
  private long lastNanos = System.nanoTime();
  private int drawn;

  Screen(PrintStream out, boolean live) {
    this.out = out;
    this.live = live;
  }

  /** How often {@link #show} is to be called. */
  Duration pace() {
    return live ? Duration.ofMillis(300) : Duration.ofSeconds(2);
  }

  /** Prints a line that stays. */
  void say(String line) {
    out.println(line);
    out.flush();
    drawn = 0;
  }

  /** Shows what each cache has done since the last call. */
  void show(List<Load> loads) {
    draw(progress(loads));
  }

  /** Starts to watch: what was done before is not shown. */
  void start(List<Load> loads) {
    progress(loads);
  }

  private List<String> progress(List<Load> loads) {
    long now = System.nanoTime();
    double seconds = Math.max(1, now - lastNanos) / 1e9;
    lastNanos = now;
    List<String> lines = new ArrayList<>();
    for (Load load : loads) {
      Counts counts = load.tally().counts();
      Counts earlier = before.put(load.cache().name(), counts);
      lines.add(line(load, earlier == null ? counts : counts.since(earlier), seconds));
    }
    return lines;
  }

  private void draw(List<String> lines) {
    if (live && drawn > 0) {
      out.print("\u001b[" + drawn + "A");
    }
    lines.forEach(line -> out.println(live ? CLEAR + line : line));
    out.flush();
    drawn = lines.size();
  }

  private String line(Load load, Counts counts, double seconds) {
    double rate = counts.hitRate();
    String text =
        String.format(
            Locale.ROOT,
            "  %-10s %s%7s hits  %,7.0f ops/s  %s",
            load.cache().name(),
            live ? bar(rate) + " " : "",
            percent(rate),
            counts.operations() / seconds,
            load.cache().activity());
    return text.stripTrailing();
  }

  private static String bar(double rate) {
    int full = (int) Math.floor(rate * BAR);
    String color = rate >= 1 ? GREEN : rate > 0.8 ? YELLOW : RED;
    return color + "█".repeat(full) + PLAIN + "░".repeat(BAR - full);
  }

  /** Rounds down: only what is perfect shows as 100 %. */
  static String percent(double rate) {
    return String.format(Locale.ROOT, "%.1f %%", Math.floor(rate * 1000) / 10);
  }
}
