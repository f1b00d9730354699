package dev.cress.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Says what went wrong in one line on stderr, and which exit code follows from it. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private final BooleanSupplier verbose;

  Failures(BooleanSupplier verbose) {
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    return wrongUse(e, e.getCommandLine());
  }

  /** Arguments that only a placement can refuse, such as weights for modulo, are wrong use too. */
  @Override
  public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult result) {
    return e instanceof IllegalArgumentException
        ? wrongUse(e, commandLine)
        : say(e, commandLine, "", commandLine.getCommandSpec().exitCodeOnExecutionException());
  }

  private int wrongUse(Exception e, CommandLine commandLine) {
    String remedy = "; see " + commandLine.getCommandSpec().qualifiedName() + " --help";
    return say(e, commandLine, remedy, commandLine.getCommandSpec().exitCodeOnInvalidInput());
  }

  private int say(Exception e, CommandLine commandLine, String remedy, int exitCode) {
    PrintWriter err = commandLine.getErr();
    String message = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    err.println("cress: " + Text.oneLine(message) + remedy);
    if (verbose.getAsBoolean()) {
      e.printStackTrace(err);
    }
    err.flush();
    return exitCode;
  }
}
