package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whether a password gets into what a program prints. It is run by a JVM of its own, because the
 * level of a log is set when it starts.
 */
class SecretsIT {

  static final String VARIABLE = "CRESS_TEST_SECRET";

  private static final String PASSWORD = "open-sesame-42";

  @Test
  void noPasswordIsInTheLogInAFailureOrInAText() throws Exception {
    try (TestServers servers = TestServers.start()) {
      TestNode good = servers.redis("--requirepass", PASSWORD);
      TestNode other = servers.redis("--requirepass", "something-else");
      TestNode noAuth =
          servers.redis("--rename-command", "HELLO", "h", "--rename-command", "AUTH", "a");

      String printed = run(Stream.of(good, other, noAuth).map(TestNode::port).toList());

      assertThat(printed)
          .contains("good: OK")
          .contains("dev.cress.redis.internal.connection.NodeConnection - node bad")
          .contains("not sent: WRONGPASS invalid username-password pair")
          .containsPattern("not sent: ERR unknown command .HELLO.")
          .containsPattern("not sent: ERR unknown command .AUTH.")
          .contains("node bad tracks no keys")
          .contains("takes the first node's URI")
          .contains("Cannot connect to a Redis Sentinel")
          .doesNotContain("did not fail")
          .doesNotContain(PASSWORD);
    }
  }

  private static String run(List<Integer> ports) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");
    command.add("-Dorg.slf4j.simpleLogger.log.dev.cress=trace");
    // It writes what a Sentinel answers, as the user guide says.
    command.add("-Dorg.slf4j.simpleLogger.log.io.lettuce.core.RedisClient=error");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FailingLogins.class.getName());
    ports.forEach(port -> command.add(Integer.toString(port)));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(VARIABLE, PASSWORD);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.onExit().join().exitValue()).as(printed).isZero();
    return printed;
  }
}
