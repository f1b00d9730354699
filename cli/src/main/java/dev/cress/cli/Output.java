package dev.cress.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a result: text for people, or one JSON object for programs. */
final class Output {

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /** Created by the command line. */
  Output() {}

  boolean isJson() {
    return json;
  }

  /** Returns where to print a result that is too long to be held; then {@link #check} it. */
  PrintWriter writer() {
    return command.commandLine().getOut();
  }

  /**
   * Prints what was asked for.
   *
   * @throws CliException if it cannot be written
   */
  void print(String text, Map<String, Object> object) {
    writer().print(json ? Json.write(object) + "\n" : text);
    check();
  }

  /**
   * Makes sure that what was printed is written.
   *
   * @throws CliException if it cannot be written
   * @throws ReaderGoneException if nobody reads it any more
   */
  void check() {
    PrintWriter out = writer();
    if (out.checkError()) { // which flushes
      IOException failure = out instanceof StandardOutput known ? known.failure() : null;
      if (failure != null && StandardOutput.isReaderGone(failure)) {
        throw new ReaderGoneException(failure);
      }
      String reason = failure == null ? "" : ": " + Text.reason(failure);
      throw new CliException("the output cannot be written" + reason, failure);
    }
  }
}
