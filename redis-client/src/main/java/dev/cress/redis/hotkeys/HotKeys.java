package dev.cress.redis.hotkeys;

import java.time.Duration;
import java.util.Objects;

/**
 * How hot keys are watched. Needs {@code org.apache.datasketches:datasketches-java} on the class
 * path. Immutable.
 *
 * <p>One of some commands is sampled and its key is counted, by node, in a sketch of at most 768
 * keys ("frequent items" by Misra and Gries, doi.org/10.1016/0167-6423(82)90012-0; here as in
 * doi.org/10.1145/3131365.3131407). Counts are short by 0.4 % of a node's samples at most, and less
 * when few keys get most commands. Memory: two such sketches a node, one for each window, with
 * their keys; those of more than 1,024 bytes are not counted.
 *
 * @param oneIn how many commands there are to one sample, 1 to 1,000,000
 * @param window for how long a command counts, at least 1 s: until the end of the window after its
 *     own
 */
public record HotKeys(int oneIn, Duration window) {

  private static final int MOST = 1_000_000;
  private static final Duration LEAST_WINDOW = Duration.ofSeconds(1);
  private static final Duration MOST_WINDOW = Duration.ofDays(1);

  /**
   * Checks both.
   *
   * @param oneIn 1 to 1,000,000
   * @param window 1 s to 1 day
   * @throws IllegalArgumentException if one is out of its range
   */
  public HotKeys {
    if (oneIn < 1 || oneIn > MOST) {
      throw new IllegalArgumentException(
          "oneIn must be between 1 and " + MOST + " but was " + oneIn);
    }
    Objects.requireNonNull(window, "window");
    if (window.compareTo(LEAST_WINDOW) < 0 || window.compareTo(MOST_WINDOW) > 0) {
      throw new IllegalArgumentException(
          "window must be between 1 second and 1 day but was " + window);
    }
  }

  /**
   * Samples one in so many commands, and forgets them after one to two minutes.
   *
   * @param oneIn 1 to 1,000,000; 100 is a good choice
   * @return the setting
   * @throws IllegalArgumentException if the number is out of its range
   */
  public static HotKeys sampled(int oneIn) {
    return new HotKeys(oneIn, Duration.ofMinutes(1));
  }

  /**
   * The same setting with another window.
   *
   * @param newWindow 1 s to 1 day
   * @return the setting
   * @throws IllegalArgumentException if the window is out of its range
   */
  public HotKeys window(Duration newWindow) {
    return new HotKeys(oneIn, newWindow);
  }
}
