package dev.cress.redis.internal.command;

import dev.cress.node.RoutingException;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One of Redis' key specifications: where in a command some of its keys are. Positions count as
 * Redis counts them: the command's name is 0, its first argument 1.
 *
 * <p>Text form, in Redis' words: {@code index <position>} or {@code keyword <word> <start-from>},
 * then {@code range <last-key> <step> <limit>} or {@code keynum <key-num-index> <first-key>
 * <step>}.
 *
 * @param keyword the word after which the keys begin, or null when they begin at {@code start}
 * @param start where the keys begin, or where the search for the keyword does; a negative start
 *     searches backwards, -1 from the last argument
 * @param counted whether an argument tells the number of keys
 * @param last range: the last key from the first on, or, negative, from the end of the arguments;
 *     keynum: which argument from the start on holds the number
 * @param step from one key to the next
 * @param extra range: with a negative {@code last} and 2 or more, keys end at this fraction of the
 *     arguments; keynum: the first key from the start on
 */
record KeySpec(
    @Nullable String keyword, int start, boolean counted, int last, int step, int extra) {

  static KeySpec parse(String text) {
    String[] word = text.split(" ", -1);
    boolean searched = word[0].equals("keyword");
    int at = searched ? 3 : 2;
    String keyword = searched ? word[1].toUpperCase(Locale.ROOT) : null;
    int start = Integer.parseInt(word[at - 1]);
    int first = Integer.parseInt(word[at + 1]);
    int second = Integer.parseInt(word[at + 2]);
    int third = Integer.parseInt(word[at + 3]);
    return word[at].equals("keynum")
        ? new KeySpec(keyword, start, true, first, third, second)
        : new KeySpec(keyword, start, false, first, second, third);
  }

  /** Tells whether this names exactly one key at a fixed place. */
  boolean isOneKey() {
    return keyword == null && !counted && last == 0;
  }

  /**
   * Passes the index of each key among the arguments, 0 for the first argument, to {@code indexes}.
   *
   * @throws RoutingException if the arguments end before the keys do, or the number of keys is none
   */
  void forEachKey(String command, EncodedArgs args, IntConsumer indexes) {
    int begin = begin(args);
    if (begin < 0) {
      return;
    }
    int first = counted ? begin + extra : begin;
    int end = counted ? endOfCounted(command, args, begin) : endOfRange(args, begin);
    if (end > args.count()) {
      throw new RoutingException(command + " has too few arguments: one of its keys is missing");
    }
    for (int index = first; index < end; index += step) {
      indexes.accept(index);
    }
  }

  /** Returns the index of the argument where the keys begin, or -1 when there are none. */
  int begin(EncodedArgs args) {
    if (keyword == null) {
      return start - 1;
    }
    int from = start > 0 ? start - 1 : args.count() + start;
    int direction = start > 0 ? 1 : -1;
    for (int index = from; index >= 0 && index < args.count(); index += direction) {
      if (args.isWord(index, keyword)) {
        return index + 1;
      }
    }
    return -1;
  }

  private int endOfCounted(String command, EncodedArgs args, int begin) {
    int at = begin + last;
    int number = at < args.count() ? args.number(at) : -1;
    if (number < 0) {
      throw new RoutingException(
          command + " must tell its number of keys in argument " + (at + 1) + " but does not");
    }
    long end = number == 0 ? 0 : begin + extra + (number - 1L) * step + 1;
    return (int) Math.min(end, Integer.MAX_VALUE);
  }

  private int endOfRange(EncodedArgs args, int begin) {
    if (last >= 0) {
      return begin + last + 1;
    }
    int remaining = args.count() - begin;
    return begin + (extra > 1 ? remaining / extra : remaining) + last + 1;
  }
}
