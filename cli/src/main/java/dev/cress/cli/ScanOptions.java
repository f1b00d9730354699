package dev.cress.cli;

import dev.cress.node.Node;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and how the keys that live on the nodes now are sampled. */
final class ScanOptions {

  private static final int SAMPLES = 100_000;

  static final Duration TIMEOUT = Duration.ofSeconds(10);

  static final String PASSWORD = "CRESS_REDIS_PASSWORD";

  @Option(
      names = "--scan",
      description = "Sample the keys on the nodes of --from, with DBSIZE, SCAN and MEMORY USAGE.")
  private boolean scan;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "How many keys --scan looks at. Default: 100000.")
  private @Nullable Integer samples;

  @Option(
      names = "--database",
      paramLabel = "N",
      description = "Redis database of --scan. Default: 0.")
  private @Nullable Integer database;

  @Option(names = "--tls", description = "Connect by TLS for --scan.")
  private boolean tls;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Redis user of --scan. The variable " + PASSWORD + " holds the password.")
  private @Nullable String user;

  /** Created by the command line. */
  ScanOptions() {}

  boolean isWanted() {
    return scan;
  }

  /** Refuses the options of a scan where none is asked for. */
  void check() {
    String first =
        samples != null
            ? "--samples"
            : database != null ? "--database" : tls ? "--tls" : user != null ? "--user" : null;
    if (!scan && first != null) {
      throw new IllegalArgumentException(first + " needs --scan");
    }
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

  RedisURI uri(Node node) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(node.host())
            .withPort(node.port())
            .withSsl(tls)
            .withDatabase(database())
            .withTimeout(TIMEOUT);
    String password = System.getenv(PASSWORD);
    if (user != null) {
      uri.withAuthentication(user, password == null ? "" : password);
    } else if (password != null) {
      uri.withPassword(password.toCharArray());
    }
    return uri.build();
  }
}
