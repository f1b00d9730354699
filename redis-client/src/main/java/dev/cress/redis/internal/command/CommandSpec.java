package dev.cress.redis.internal.command;

import dev.cress.node.RoutingException;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What Cress knows of one command: how it reaches the nodes and where its keys are. Immutable.
 *
 * <p>Whatever is wrong with a command's arguments is a {@link RoutingException} before anything is
 * sent; its message never carries a key or a value.
 */
public final class CommandSpec {

  private final String name;
  private final CommandKind kind;
  private final Access access;
  private final List<KeySpec> keySpecs;
  private final List<RefusedOption> refusedOptions;
  private final String reason;
  private final @Nullable Joining joining;
  private final Map<String, CommandSpec> subcommands;
  private final boolean hasSubcommands;
  private final @Nullable Miss miss;

  CommandSpec(
      String name,
      CommandKind kind,
      Access access,
      List<KeySpec> keySpecs,
      List<RefusedOption> refusedOptions,
      String reason,
      @Nullable Joining joining,
      Map<String, CommandSpec> subcommands) {
    this.name = name;
    this.kind = kind;
    this.access = access;
    this.keySpecs = List.copyOf(keySpecs);
    this.refusedOptions = List.copyOf(refusedOptions);
    this.reason = reason;
    this.joining = joining;
    this.subcommands = Map.copyOf(subcommands);
    this.hasSubcommands = !subcommands.isEmpty();
    this.miss = access == Access.READ ? Miss.of(name) : null;
  }

  /** Reads one line of the table. */
  static CommandSpec parse(String line) {
    String[] field = line.split("\t", -1);
    return new CommandSpec(
        field[0].replace('|', ' '),
        CommandKind.valueOf(field[1]),
        Access.valueOf(field[2]),
        field[3].isEmpty()
            ? List.of()
            : List.of(field[3].split("; ")).stream().map(KeySpec::parse).toList(),
        RefusedOption.parse(field[4]),
        field[5],
        field.length > 6 ? Joining.valueOf(field[6]) : null,
        Map.of());
  }

  /**
   * The same command with specs of its own for some of its sub-commands, by their upper-case name.
   */
  CommandSpec with(Map<String, CommandSpec> ownSpecs) {
    return new CommandSpec(name, kind, access, keySpecs, refusedOptions, reason, joining, ownSpecs);
  }

  /** The spec of what a command really does: of its sub-command, if that has one of its own. */
  CommandSpec of(RedisCommand<?, ?, ?> command) {
    if (!hasSubcommands) {
      return this;
    }
    EncodedArgs args = EncodedArgs.of(command.getArgs());
    String word = args.count() == 0 ? "" : new String(args.argument(0), StandardCharsets.UTF_8);
    return subcommands.getOrDefault(word.toUpperCase(Locale.ROOT), this);
  }

  /** A command that is not in the table: it goes by the first argument that is marked as a key. */
  static CommandSpec unknown(String name) {
    return new CommandSpec(
        name, CommandKind.SINGLE_KEY, Access.WRITE, List.of(), List.of(), "", null, Map.of());
  }

  /** Returns the command's name in upper case, with that of its sub-command if it has a row. */
  public String name() {
    return name;
  }

  /** Returns how the command reaches the nodes. */
  public CommandKind kind() {
    return kind;
  }

  /**
   * Returns how the replies of an {@link CommandKind#ALL_NODES} command are joined.
   *
   * @return the rule
   * @throws NullPointerException if the command is of another kind
   */
  public Joining joining() {
    return Objects.requireNonNull(joining, name);
  }

  /**
   * Returns why a {@link CommandKind#REJECTED} command is not sent and what to do instead, as text
   * for the user.
   *
   * @return a sentence that begins with the command's name
   */
  public String reason() {
    return name + " is not sent: " + reason;
  }

  /**
   * What the list of all commands says of it: why it is refused, always or with some options, or
   * how it goes if its kind does not tell; mostly nothing.
   */
  String note() {
    List<String> options = refusedOptions.stream().map(option -> "`" + option + "`").toList();
    return options.isEmpty() ? reason : "with " + String.join(", ", options) + ": " + reason;
  }

  /** Tells whether the command never changes a key. Rejected commands neither read nor write. */
  public boolean isReadOnly() {
    return access == Access.READ;
  }

  /**
   * Tells whether the command may change a key, or what is on every node alike, such as functions;
   * a script or an unknown command may.
   */
  public boolean isWrite() {
    return access == Access.WRITE;
  }

  /** The reply for a key that does not exist, null if a missing key has no reply of its own. */
  @Nullable Miss miss() {
    return miss;
  }

  /**
   * Returns the key of a {@link CommandKind#SINGLE_KEY} command. Encodes the key only, unless it is
   * neither the first argument nor marked as a key.
   *
   * @param command a command of this name
   * @return the encoded key, in a buffer with an array; not to be changed
   * @throws RoutingException if the command names no key
   */
  public ByteBuffer key(RedisCommand<?, ?, ?> command) {
    CommandArgs<?, ?> args = command.getArgs();
    if (args != null && firstKeyIsTheKey()) {
      ByteBuffer key = args.getFirstEncodedKey();
      if (key != null) {
        return key.hasArray() ? key : copy(key);
      }
    }
    return ByteBuffer.wrap(keys(command).get(0));
  }

  /**
   * Returns all keys of a command, in the order of its arguments as far as Redis' key
   * specifications list them so. Encodes all arguments.
   *
   * @param command a command of this name
   * @return the encoded keys, at least one, duplicates kept
   * @throws RoutingException if the command names no key, has too few arguments or uses an option
   *     that is refused
   */
  public List<byte[]> keys(RedisCommand<?, ?, ?> command) {
    return keys(EncodedArgs.of(command.getArgs()));
  }

  List<byte[]> keys(EncodedArgs args) {
    if (kind == CommandKind.REJECTED) {
      throw new RoutingException(reason());
    }
    List<byte[]> keys = new ArrayList<>();
    BitSet places = new BitSet();
    for (KeySpec keySpec : keySpecs) {
      keySpec.forEachKey(
          name,
          args,
          index -> {
            keys.add(args.argument(index));
            places.set(index);
          });
    }
    refuseOptions(args, places);
    if (keys.isEmpty()) {
      throw new RoutingException(noKey());
    }
    return keys;
  }

  /** Returns the number of arguments that belong to one key of a fan-out command. */
  int argumentsPerKey() {
    return keySpecs.get(0).step();
  }

  /* Options stand among the arguments that are not keys, from where the last keys are looked for. */
  private void refuseOptions(EncodedArgs args, BitSet keys) {
    if (refusedOptions.isEmpty()) {
      return;
    }
    int first = keySpecs.get(keySpecs.size() - 1).start() - 1;
    for (int i = keys.nextClearBit(first); i < args.count(); i = keys.nextClearBit(i + 1)) {
      for (RefusedOption option : refusedOptions) {
        if (option.isAt(i, args)) {
          throw new RoutingException(name + " " + option.word() + " is not sent: " + reason);
        }
      }
    }
  }

  private boolean firstKeyIsTheKey() {
    return keySpecs.isEmpty() || keySpecs.get(0).start() == 1;
  }

  private String noKey() {
    return keySpecs.isEmpty()
        ? name
            + " is not a command that Cress knows and marks no argument as a key: add its key with"
            + " CommandArgs.addKey, or use connectNode(name) to send it to one node"
        : name
            + " names no key, so no node owns it: name a key, or use connectNode(name) to send it"
            + " to one node";
  }

  private static ByteBuffer copy(ByteBuffer key) {
    ByteBuffer copy = ByteBuffer.allocate(key.remaining());
    copy.put(key.duplicate()).flip();
    return copy;
  }

  @Override
  public String toString() {
    return name + " " + kind;
  }

  /** What a command does to its keys. */
  enum Access {
    READ,
    WRITE,
    NONE
  }
}
