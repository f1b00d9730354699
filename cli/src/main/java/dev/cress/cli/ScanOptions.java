package dev.cress.cli;

import dev.cress.node.Node;
import io.lettuce.core.RedisURI;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and how the keys that live on the nodes now are sampled. */
final class ScanOptions {

  private static final int SAMPLES = 100_000;

  static final Duration TIMEOUT = Duration.ofSeconds(10);

  static final String PASSWORD_VARIABLE = "CRESS_REDIS_PASSWORD";

  @Option(
      names = "--scan",
      description = "Sample the keys on the nodes of --from, with DBSIZE, SCAN and MEMORY USAGE.")
  private boolean scan;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "How many keys --scan looks at. Default: " + SAMPLES + ".")
  private @Nullable Integer samples;

  @Option(
      names = "--database",
      paramLabel = "N",
      description = "Redis database of --scan. Default: 0.")
  private @Nullable Integer database;

  @Option(names = "--tls", description = "Connect by TLS for --scan.")
  private boolean tls;

  @Option(names = "--user", paramLabel = "NAME", description = "Redis user of --scan.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "The password of --scan is the first line of this file. Default: the variable "
              + PASSWORD_VARIABLE
              + ". There is no option for the password itself, which others could see.")
  private @Nullable Path passwordFile;

  /** Created by the command line. */
  ScanOptions() {}

  boolean isWanted() {
    return scan;
  }

  /** Refuses the options of a scan where none is asked for. */
  void check() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--samples", samples != null);
    given.put("--database", database != null);
    given.put("--tls", tls);
    given.put("--user", user != null);
    given.put("--password-file", passwordFile != null);
    given.forEach(
        (option, isGiven) -> {
          if (!scan && isGiven) {
            throw new IllegalArgumentException(option + " needs --scan");
          }
        });
  }

  int database() {
    int number = Objects.requireNonNullElse(database, 0);
    if (number < 0) {
      throw new IllegalArgumentException("--database must be 0 or more but was " + number);
    }
    return number;
  }

  int samples() {
    int number = Objects.requireNonNullElse(samples, SAMPLES);
    if (number < 1) {
      throw new IllegalArgumentException("--samples must be 1 or more but was " + number);
    }
    return number;
  }

  /** Returns where and how a node is asked, with the {@link #password} that was read before. */
  RedisURI uri(Node node, @Nullable String password) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(node.host())
            .withPort(node.port())
            .withSsl(tls)
            .withDatabase(database())
            .withTimeout(TIMEOUT);
    if (user != null) {
      uri.withAuthentication(user, password == null ? "" : password);
    } else if (password != null) {
      uri.withPassword(password.toCharArray());
    }
    return uri.build();
  }

  /**
   * Reads the password; once, since a file may be a pipe.
   *
   * @return null if there is none
   * @throws CliException if the file cannot be read or is empty
   */
  @Nullable String password() {
    if (passwordFile == null) {
      return System.getenv(PASSWORD_VARIABLE);
    }
    try (BufferedReader reader = Files.newBufferedReader(passwordFile)) {
      String line = reader.readLine();
      if (line == null || line.isEmpty()) {
        throw new CliException("the password file " + passwordFile + " has no first line", null);
      }
      return line;
    } catch (IOException e) {
      throw new CliException(
          "the password file " + passwordFile + " cannot be read: " + Text.reason(e), e);
    }
  }
}
