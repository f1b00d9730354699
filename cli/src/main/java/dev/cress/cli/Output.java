package dev.cress.cli;

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

  /**
   * Prints what was asked for.
   *
   * @throws CliException if it cannot be written
   */
  void print(String text, Map<String, Object> object) {
    PrintWriter out = command.commandLine().getOut();
    out.print(json ? Json.write(object) + "\n" : text);
    if (out.checkError()) { // which flushes
      throw new CliException("the output cannot be written", null);
    }
  }
}
