package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.spy.memcached.compat.log.LoggerFactory;
import org.junit.jupiter.api.Test;

/**
 * In JVMs of their own, as spymemcached chooses its logger once. By default it writes to the
 * standard error; the logger for {@code java.util.logging} costs a stack trace for each reply.
 */
final class SpyLoggingTest {

  @Test
  void spymemcachedLogsToSlf4j() throws Exception {
    assertThat(loggerOfAClient()).isEqualTo("net.spy.memcached.compat.log.SLF4JLogger");
  }

  @Test
  void aLoggerThatWasChosenIsKept() throws Exception {
    String chosen = "net.spy.memcached.compat.log.SunLogger";

    assertThat(loggerOfAClient("-Dnet.spy.log.LoggerImpl=" + chosen)).isEqualTo(chosen);
  }

  private static String loggerOfAClient(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(options));
    command.add(Main.class.getName());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said.strip();
  }

  /** Says which logger spymemcached uses once there is a builder. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      CressMemcachedClient.builder();
      System.out.println(LoggerFactory.getLogger("any").getClass().getName());
    }
  }
}
