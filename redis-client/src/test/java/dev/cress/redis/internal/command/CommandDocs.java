package dev.cress.redis.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Makes {@code docs/commands.md} from the command table. Run {@code main} in the directory of this
 * module to renew it.
 */
final class CommandDocs {

  static final Path PAGE = Path.of("../docs/commands.md");

  private static final String HEAD =
      """
      # Commands

      Every command that Cress knows, and what becomes of it. This page is generated from the table that the client
      works by; `CommandTableTest` fails when it is out of date. [The user guide](user-guide.md#commands) tells more of each kind.

      | Kind | What happens |
      |---|---|
      """;

  private static final String COMMANDS =
      """

      A sub-command, such as `SCRIPT LOAD`, has a row of its own where it differs from the others of its command. A command
      that is not listed goes by its first argument that is marked as a key, or is refused if it has none. An option with `*` is
      refused only if the pattern behind it has an asterisk.

      | Command | Kind | Joined reply, how it goes, or when and why it is refused |
      |---|---|---|
      """;

  private CommandDocs() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(PAGE, generate());
  }

  static String generate() {
    StringBuilder kinds = new StringBuilder();
    for (CommandKind kind : CommandKind.values()) {
      kinds.append("| %s | %s |\n".formatted(word(kind), meaning(kind)));
    }
    List<String> lines = new ArrayList<>();
    new TreeMap<>(CommandTable.load().specs())
        .values()
        .forEach(spec -> lines.add("| `" + spec.name() + "` | " + row(spec) + " |"));
    return HEAD + kinds + COMMANDS + String.join("\n", lines) + "\n";
  }

  private static String word(CommandKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String meaning(CommandKind kind) {
    return switch (kind) {
      case SINGLE_KEY -> "one key: goes to its owner";
      case FAN_OUT -> "any number of keys: one part for each node, the replies are joined";
      case SAME_NODE ->
          "several keys: goes to their owner if they have one in common, else `CrossNodeException`";
      case ALL_NODES -> "no key: asks all nodes, or the nodes that the third column tells";
      case TRANSACTION ->
          "begins, ends or guards a transaction, whose commands go to one node in one go";
      case BLOCKING -> "may wait at the server, so it goes over a connection of its own";
      case CHANNEL -> "a channel: goes to the node that owns its name";
      case REJECTED -> "not sent: fails with the reason";
    };
  }

  private static String row(CommandSpec spec) {
    return word(spec.kind())
        + " | "
        + (spec.kind() == CommandKind.ALL_NODES ? spec.joining().rule() : spec.note());
  }
}
