package dev.cress.redis.internal.command;

import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All commands that Cress knows, read from {@code dev/cress/redis/commands.tsv}. Immutable.
 *
 * <p>Looking up one of Lettuce's own commands is one array access; another command costs the
 * look-up of its name.
 */
public final class CommandTable {

  private static final String RESOURCE = "/dev/cress/redis/commands.tsv";

  private final Map<String, CommandSpec> byName;
  // Of the Lettuce that is present: its constants differ from version to version.
  private final EnumMap<CommandType, CommandSpec> byType = new EnumMap<>(CommandType.class);

  private CommandTable(Map<String, CommandSpec> rows) {
    this.byName = withSubcommands(rows);
    for (CommandType type : CommandType.values()) {
      byType.put(type, byName(type));
    }
  }

  /* The row "SCRIPT LOAD" is a spec of its own, and one of the sub-commands of the row "SCRIPT". */
  private static Map<String, CommandSpec> withSubcommands(Map<String, CommandSpec> rows) {
    Map<String, Map<String, CommandSpec>> subcommands = new HashMap<>();
    rows.forEach(
        (name, spec) -> {
          int blank = name.indexOf(' ');
          if (blank > 0) {
            subcommands
                .computeIfAbsent(name.substring(0, blank), container -> new HashMap<>())
                .put(name.substring(blank + 1), spec);
          }
        });
    Map<String, CommandSpec> all = new HashMap<>(rows);
    subcommands.forEach((name, own) -> all.computeIfPresent(name, (same, spec) -> spec.with(own)));
    return Map.copyOf(all);
  }

  /**
   * Reads the table.
   *
   * @return the table of this release
   */
  public static CommandTable load() {
    try (InputStream in = CommandTable.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(in, RESOURCE), StandardCharsets.UTF_8))) {
      return new CommandTable(
          lines
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(CommandSpec::parse)
              .collect(Collectors.toUnmodifiableMap(CommandSpec::name, Function.identity())));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
  }

  /**
   * Returns what Cress knows of a command, or of its sub-command, if that has a row. A command that
   * is not in the table goes by its first argument that is marked as a key, as one that writes.
   *
   * @param command any command
   * @return its spec, never null
   */
  public CommandSpec spec(RedisCommand<?, ?, ?> command) {
    ProtocolKeyword type = command.getType();
    CommandSpec spec = type instanceof CommandType known ? byType.get(known) : null;
    return (spec != null ? spec : byName(type)).of(command);
  }

  Map<String, CommandSpec> specs() {
    return byName;
  }

  private CommandSpec byName(ProtocolKeyword keyword) {
    String name = new String(keyword.getBytes(), StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
    CommandSpec spec = byName.get(name);
    return spec != null ? spec : CommandSpec.unknown(name);
  }
}
