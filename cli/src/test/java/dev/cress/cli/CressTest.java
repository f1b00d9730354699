package dev.cress.cli;

import static dev.cress.cli.Run.FOUR;
import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class CressTest {

  private static final String JEDIS = "jedis-sharding-murmur";

  @Test
  void helpAndVersionGoToTheOutput() {
    assertThat(cress("--help").out())
        .contains("owner", "distribution", "plan", "vectors", "NAME is");
    assertThat(cress("plan", "--help").out()).contains("--from", "--to-selector", "--json");
    assertThat(cress("--help").exitCode()).isZero();
    assertThat(cress("--version").out()).startsWith("cress ");
  }

  @Test
  void wrongUseIsOneLineAndCode2() {
    cress().assertFailed(2, "Missing required subcommand", "see cress --help");
    cress("nonsense").assertFailed(2, "nonsense");
    cress("plan", "--from", THREE).assertFailed(2, "--to", "see cress plan --help");
    cress("owner", "--nodes", THREE, "--replicas", "x", "k").assertFailed(2, "--replicas", "'x'");
    cress("owner", "--nodes", THREE, "--replicas", "4", "k")
        .assertFailed(2, "between 1 and the number of nodes, 3, but was 4");
  }

  @Test
  void helpIsACommandToo() {
    assertThat(cress("help").out()).isEqualTo(cress("--help").out());
    assertThat(cress("help", "plan").out()).isEqualTo(cress("plan", "--help").out());
    cress("help", "nonsense").assertFailed(2, "'nonsense'; see cress --help");
  }

  @Test
  void aSlipOfThePenIsAnsweredWithWhatWasMeant() {
    cress("ownr").assertFailed(2, "unknown argument 'ownr' (did you mean owner?); see");
    cress("owner", "--nodes", THREE, "--replica", "2", "k")
        .assertFailed(2, "unknown option '--replica' (did you mean", "--replicas");
    cress("distribution", "--nodes", THREE, "--vnodes", "5,,6")
        .assertFailed(2, "--vnodes", "must be a whole number up to 2147483647 but was ''");
  }

  /** In time that grows with the length alone: else this would take minutes. */
  @Test
  @Timeout(20)
  void aValueOfAnyLengthIsAnsweredInALineThatCanBeRead() {
    Run run = cress("owner", "--nodes", "x".repeat(100_000), "k");

    run.assertFailed(2, "there is no file 'xxx", "xxx', and nodes are written name=host:port");
    assertThat(run.err()).hasSizeLessThan(5_000);
  }

  /** Whoever pastes a URI, or guesses at an option, must not find the password in a log. */
  @Test
  void aPasswordIsNeverRepeated() {
    String[][] commands = {
      {"owner", "--nodes", "redis://:secret@h1:1", "k"},
      {"owner", "--nodes", "a=redis://u:se/cr=et@h1:1", "--verbose", "k"},
      {"owner", "--nodes", "a=u:secret@h1:1", "k"},
      {"plan", "--from", THREE, "--to", FOUR, "--scan", "--password", "secret"},
      {"plan", "--from", THREE, "--to", FOUR, "--scan", "--password=secret"},
      {"plan", "--from", THREE, "--to", FOUR, "--scan", "-a", "secret"},
    };
    for (String[] command : commands) {
      Run run = cress(command);

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err())
          .contains("a password is read from CRESS_REDIS_PASSWORD or the file of --password-file");
      assertThat(run.out() + run.err()).doesNotContain("secret", "cr=et", "se/cr");
    }
    cress("owner", "--nodes", "a=secret@h1:1", "k")
        .assertFailed(2, "address must be host:port, without a user, for the node a");
  }

  @Test
  void badNodesAreNamed() {
    cress("owner", "--nodes", "a=h1:1,b=h2:x", "k").assertFailed(2, "--nodes", "node 2", "h2:x");
    cress("owner", "--nodes", "a=h1:1,a=h2:1", "k").assertFailed(2, "a was given twice");
    cress("owner", "--nodes", "a=h1:1;weight=0", "k").assertFailed(2, "weight", "0.0");
    cress("owner", "--nodes", "missing.yaml", "k")
        .assertFailed(2, "there is no file 'missing.yaml'", "name=host:port");
    cress("owner", "--nodes", "", "k").assertFailed(2, "at least one node");
  }

  @Test
  void anUnknownSelectorIsAnsweredWithTheNames() {
    cress("owner", "--nodes", THREE, "--selector", "ketma", "k")
        .assertFailed(2, "'ketma'", "rendezvous, ", "jump-back", "modulo");
    cress("owner", "--nodes", THREE, "--selector", "ring:0", "k")
        .assertFailed(2, "pointsPerWeight must be between 1 and 65536 but was 0");
    cress("owner", "--nodes", THREE, "--selector", "jump:3", "k")
        .assertFailed(2, "a number may follow rendezvous-table, ring, maglev", "'jump:3'");
    cress("owner", "--nodes", THREE, "--selector", "jedis-sharding", "k")
        .assertFailed(2, "preset must be one of", "jedis-sharding-murmur", "was jedis-sharding");
  }

  @Test
  void everyOwnSelectorHasAName() {
    for (String name :
        new String[] {
          "rendezvous",
          "rendezvous-table",
          "rendezvous-table:20",
          "ring",
          "ring:160",
          "maglev",
          "maglev:251",
          "jump",
          "jump-back",
          "modulo"
        }) {
      Run run = cress("owner", "--nodes", THREE, "--selector", name, "--json", "k");
      String id = name.replaceFirst(":.*", "-1");
      assertThat(run.out()).as(name).contains("\"selector\":\"" + id);
    }
  }

  @Test
  void weightsThatASelectorCannotHonourAreWrongUse() {
    cress("owner", "--nodes", "a=h1:1;weight=2,b=h2:1", "--selector", "modulo", "k")
        .assertFailed(2, "weights must be equal for modulo-1 but were 2.0 and 1.0");
  }

  @Test
  void aStackTraceIsShownOnRequest() {
    Run run = cress("owner", "--verbose", "--nodes", THREE, "--replicas", "4", "k");

    assertThat(run.err()).contains("IllegalArgumentException", "\tat dev.cress.");
  }

  @Test
  void theOrderOfAPresetNamesNodesOfTheCommand() {
    String spaced = cress("owner", "--nodes", THREE, "--selector", JEDIS + ":c, b, a", "k").out();

    assertThat(spaced)
        .isNotEmpty()
        .isEqualTo(cress("owner", "--nodes", THREE, "--selector", JEDIS + ":c,b,a", "k").out());
    for (String order : new String[] {"", "a,,b", "a, ", ","}) {
      cress("owner", "--nodes", THREE, "--selector", JEDIS + ":" + order, "k")
          .assertFailed(2, "the names of nodes follow " + JEDIS + ":", "was '" + order + "'");
    }
    cress("owner", "--nodes", THREE, "--selector", JEDIS + ":a,x", "k")
        .assertFailed(2, "names the node 'x' but the nodes are [a, b, c]");
    cress("vectors", "--nodes", THREE, "--selector", JEDIS + ":x", "--selector=ring")
        .assertFailed(2, "'x'");
    cress("distribution", "--nodes", THREE, "--selector", JEDIS + ":x").assertFailed(2, "'x'");
    cress("plan", "--from", THREE, "--to", FOUR, "--to-selector", JEDIS + ":x")
        .assertFailed(2, "'x'", "[a, b, c, d]");
    assertThat(
            cress("plan", "--from", THREE, "--to", FOUR, "--selector", JEDIS + ":d,a").exitCode())
        .isZero();
  }

  @Test
  void aHashTagThatNoSelectorUsesIsRefused() {
    String[][] commands = {
      {"owner", "--nodes", THREE, "--selector", JEDIS, "k"},
      {"distribution", "--nodes", THREE, "--selector", JEDIS},
      {"plan", "--from", THREE, "--to", FOUR, "--selector", JEDIS},
      {"vectors", "--nodes", THREE, "--selector", JEDIS},
    };
    for (String[] command : commands) {
      List<String> args = new ArrayList<>(List.of(command));
      args.add(1, "--hash-tag=none");
      cress(args.toArray(String[]::new))
          .assertFailed(2, "--hash-tag has no effect: presets such as " + JEDIS + " keep");
    }
    assertThat(
            cress(
                    "vectors",
                    "--hash-tag=none",
                    "--nodes",
                    THREE,
                    "--selector",
                    JEDIS,
                    "--selector=ring")
                .exitCode())
        .isZero();
  }

  @Test
  void outputThatCannotBeWrittenIsAFailure() {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Cress.commandLine();
    commandLine.setOut(new PrintWriter(new FullDisk()));
    commandLine.setErr(new PrintWriter(err));

    int exitCode = Cress.run(commandLine, "vectors", "--nodes", THREE);

    new Run(exitCode, "", err.toString()).assertFailed(1, "the output cannot be written");
  }

  @Test
  void anOutputThatFailsTellsWhy() {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Cress.commandLine();
    commandLine.setOut(new StandardOutput(new Failing("No space left on device")));
    commandLine.setErr(new PrintWriter(err));

    int exitCode = Cress.run(commandLine, "owner", "--nodes", THREE, "k");

    new Run(exitCode, "", err.toString())
        .assertFailed(1, "the output cannot be written: No space left on device");
  }

  /** As with {@code cress vectors … | head}: no word, and the code of a broken pipe. */
  @Test
  void aReaderThatHasEnoughIsNoFailureToTellOf() {
    for (String format : new String[] {"--json=true", "--json=false"}) {
      StringWriter err = new StringWriter();
      CommandLine commandLine = Cress.commandLine();
      commandLine.setOut(new StandardOutput(new Failing("Broken pipe")));
      commandLine.setErr(new PrintWriter(err));

      int exitCode = Cress.run(commandLine, "vectors", "--nodes", THREE, format);

      assertThat(err.toString()).isEmpty();
      assertThat(exitCode).isEqualTo(141);
    }
  }

  @Test
  void whereMemoryEndsOneLineTellsTheRemedy() {
    StringWriter err = new StringWriter();
    CommandLine commandLine = Cress.commandLine().addSubcommand(new Glutton());
    commandLine.setErr(new PrintWriter(err));

    int exitCode = Cress.run(commandLine, "glutton");

    new Run(exitCode, "", err.toString()).assertFailed(1, "more memory", "JAVA_TOOL_OPTIONS=-Xmx");
  }

  /** Fails like a stream of the system. */
  private static final class Failing extends OutputStream {

    private final String reason;

    Failing(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }

  /** Takes nothing. */
  private static final class FullDisk extends Writer {

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Needs more memory than there is. */
  @Command(name = "glutton")
  private static final class Glutton implements Runnable {

    @Override
    public void run() {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  @Test
  void nothingIsColouredWhereNoTerminalReads() {
    assertThat(cress("--help").out() + cress("nonsense").err()).doesNotContain("\u001b");
  }
}
