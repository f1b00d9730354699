package dev.cress.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what went wrong in one line on stderr, without passwords, and which exit code follows from
 * it.
 */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final Pattern PASSWORD_OPTION = Pattern.compile("--?(a|auth|pass(word)?)");

  /* What stands before the @ of an address and has a colon. Linear: it begins where words do. */
  private static final Pattern CREDENTIALS =
      Pattern.compile("(?<![^\\s\"',;@])[^\\s\"',;@:]*+:[^\\s\"',;@]*+@");

  /* A server that does not know the command to log in repeats what it was given with it. */
  private static final Pattern REPEATED = Pattern.compile(", with args beginning with.*");

  private static final String HINT =
      "; a password is read from %s or the file of --password-file, since others can read arguments"
          .formatted(ScanOptions.PASSWORD_VARIABLE);

  private final BooleanSupplier verbose;

  Failures(BooleanSupplier verbose) {
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    String message =
        e instanceof UnmatchedArgumentException unmatched ? unmatched(unmatched) : message(e);
    return wrongUse(e, message, e.getCommandLine());
  }

  /** Arguments that only a placement can refuse, such as weights for modulo, are wrong use too. */
  @Override
  public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult result) {
    if (e instanceof ReaderGoneException) {
      return ReaderGoneException.EXIT_CODE;
    }
    return e instanceof IllegalArgumentException
        ? wrongUse(e, message(e), commandLine)
        : say(
            e,
            message(e),
            commandLine,
            commandLine.getCommandSpec().exitCodeOnExecutionException());
  }

  private static String message(Exception e) {
    String message = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    return message.replaceFirst("\\.$", "");
  }

  /** Tells of the first argument only, and not what follows {@code =}: it may be a secret. */
  private static String unmatched(UnmatchedArgumentException e) {
    String argument = e.getUnmatched().get(0);
    if (!argument.startsWith("-")) {
      return "unknown argument '%s'%s".formatted(argument, suggestion(e));
    }
    String name = argument.replaceFirst("(?s)=.*", "");
    String hint = PASSWORD_OPTION.matcher(name).matches() ? HINT : suggestion(e);
    return "unknown option '%s'%s".formatted(name, hint);
  }

  private static String suggestion(UnmatchedArgumentException e) {
    List<String> similar = e.getSuggestions();
    return similar.isEmpty() ? "" : " (did you mean " + String.join(" or ", similar) + "?)";
  }

  private int wrongUse(Exception e, String message, CommandLine commandLine) {
    String remedy = "; see " + commandLine.getCommandSpec().qualifiedName() + " --help";
    return say(
        e, message + remedy, commandLine, commandLine.getCommandSpec().exitCodeOnInvalidInput());
  }

  private int say(Exception e, String message, CommandLine commandLine, int exitCode) {
    PrintWriter err = commandLine.getErr();
    String safe = withoutCredentials(message);
    err.println(
        "cress: " + Text.oneLine(Text.shortened(safe)) + (safe.equals(message) ? "" : HINT));
    if (verbose.getAsBoolean()) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace, true));
      err.print(withoutCredentials(trace.toString()));
    }
    err.flush();
    return exitCode;
  }

  private static String withoutCredentials(String text) {
    String masked = CREDENTIALS.matcher(text).replaceAll("***@");
    return REPEATED.matcher(masked).replaceAll("");
  }
}
