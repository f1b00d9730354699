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

  private CommandTable(Map<String, CommandSpec> byName) {
    this.byName = byName;
    for (CommandType type : CommandType.values()) {
      byType.put(type, byName(type));
    }
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
   * Returns what Cress knows of a command. A command that is not in the table goes by its first
   * argument that is marked as a key, as one that writes.
   *
   * @param command any command
   * @return its spec, never null
   */
  public CommandSpec spec(RedisCommand<?, ?, ?> command) {
    ProtocolKeyword type = command.getType();
    CommandSpec spec = type instanceof CommandType known ? byType.get(known) : null;
    return spec != null ? spec : byName(type);
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
