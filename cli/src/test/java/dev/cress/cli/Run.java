package dev.cress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/** One run of the command line in this JVM. */
record Run(int exitCode, String out, String err) {

  static final String THREE = "a=h1:1,b=h2:1,c=h3:1";
  static final String FOUR = THREE + ",d=h4:1";

  static Run cress(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Cress.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int exitCode = Cress.run(commandLine, args);
    return new Run(exitCode, out.toString(), err.toString());
  }

  /** Runs a command that must succeed and prints one JSON object. */
  static JsonNode json(String... args) throws JsonProcessingException {
    Run run = cress(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    return new ObjectMapper().readTree(run.out());
  }

  /** Runs a command that must succeed and prints one JSON object. */
  static JsonNode json(Stream<String> args) throws JsonProcessingException {
    return json(args.toArray(String[]::new));
  }

  /** Checks that the run succeeded and printed these words. */
  void assertPrinted(String... words) {
    assertThat(exitCode).as(err).isZero();
    assertThat(err).isEmpty();
    assertThat(out).contains(words);
  }

  /** Checks that the run ended with this code and one line on stderr. */
  void assertFailed(int code, String... words) {
    assertThat(exitCode).as(err).isEqualTo(code);
    assertThat(out).isEmpty();
    assertThat(err.lines()).hasSize(1);
    assertThat(err).startsWith("cress: ").contains(words);
  }
}
