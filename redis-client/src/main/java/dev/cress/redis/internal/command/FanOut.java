package dev.cress.redis.internal.command;

import dev.cress.node.RoutingException;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * One {@link CommandKind#FAN_OUT} command, ready to be split into a sub-command for each group of
 * its keys; a group is a node, or whatever the caller's function says.
 *
 * <p>Encodes the command's arguments once; sub-commands write slices of that encoding. Immutable.
 */
public final class FanOut {

  private final RedisCommand<?, ?, ?> command;
  private final CommandSpec spec;
  private final EncodedArgs args;
  private final int argumentsPerKey;
  private final List<byte[]> keys;

  private FanOut(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    this.command = command;
    this.spec = spec;
    this.args = EncodedArgs.of(command.getArgs());
    this.argumentsPerKey = spec.argumentsPerKey();
    this.keys = spec.keys(args);
    if (args.count() % argumentsPerKey != 0) {
      throw new RoutingException(spec.name() + " needs a value for each of its keys");
    }
  }

  /**
   * Reads the keys of a command.
   *
   * @param command the user's command
   * @param spec its spec, of kind {@link CommandKind#FAN_OUT}
   * @return the command, ready to be split
   * @throws RoutingException if it names no key, or a key lacks its value
   */
  public static FanOut of(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    if (spec.kind() != CommandKind.FAN_OUT) {
      throw new IllegalArgumentException("spec must be of kind FAN_OUT but was " + spec);
    }
    return new FanOut(command, spec);
  }

  /**
   * Returns the encoded keys.
   *
   * @return the keys in the caller's order, duplicates kept, at least one; not to be changed
   */
  public List<byte[]> keys() {
    return keys;
  }

  /**
   * Splits the command. When all keys are of one group, its part holds the user's command itself.
   * Otherwise the user's command completes when every part has: with the joined reply, or with a
   * {@link dev.cress.redis.error.PartialFailureException} if a part failed. Once the user's command
   * is cancelled or has timed out, its parts {@linkplain RedisCommand#isDone() are done} too and
   * Lettuce does not send them any more.
   *
   * <p>Takes time in proportion to the number of keys plus the highest group.
   *
   * @param groupOf the group of a key: 0 or more, and small, such as a node's position in its node
   *     set; called once for each key, in order
   * @param nameOf the name of a group in an error message, such as {@code node cache-a}; called
   *     only when that group fails
   * @return the parts, by rising group; each is to be sent exactly once
   */
  public List<Part> split(ToIntFunction<byte[]> groupOf, IntFunction<String> nameOf) {
    int[] groups = new int[keys.size()];
    int[] sizes = new int[8];
    for (int i = 0; i < groups.length; i++) {
      int group = groupOf.applyAsInt(keys.get(i));
      if (group >= sizes.length) {
        sizes = Arrays.copyOf(sizes, Math.max(group + 1, 2 * sizes.length));
      }
      groups[i] = group;
      sizes[group]++;
    }
    return sizes[groups[0]] == groups.length
        ? List.of(new Part(groups[0], command))
        : parts(groups, sizes, nameOf);
  }

  private List<Part> parts(int[] groups, int[] sizes, IntFunction<String> nameOf) {
    int[][] indexes = new int[sizes.length][];
    int[] filled = new int[sizes.length];
    for (int i = 0; i < groups.length; i++) {
      int group = groups[i];
      if (filled[group] == 0) {
        indexes[group] = new int[sizes[group]];
      }
      indexes[group][filled[group]++] = i * argumentsPerKey;
    }
    FanIn fanIn = new FanIn(this, groups, sizes, nameOf);
    List<Part> parts = new ArrayList<>();
    for (int group = 0; group < sizes.length; group++) {
      if (sizes[group] > 0) {
        PartCommand part = part(indexes[group], fanIn);
        fanIn.add(group, part);
        parts.add(new Part(group, part));
      }
    }
    return parts;
  }

  private PartCommand part(int[] indexes, FanIn fanIn) {
    PartArgs partArgs = new PartArgs(args, indexes, argumentsPerKey);
    int values = spec.name().equals("MGET") ? indexes.length : 0;
    return new PartCommand(command.getType(), partArgs, new PartOutput(values), fanIn);
  }

  RedisCommand<?, ?, ?> command() {
    return command;
  }

  CommandSpec spec() {
    return spec;
  }

  /**
   * The keys of one group.
   *
   * @param group the group
   * @param command what to send to it
   */
  public record Part(int group, RedisCommand<?, ?, ?> command) {}
}
