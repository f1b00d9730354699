package dev.cress.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The program behind {@code bin/cress}. */
@Command(
    name = "cress",
    description = "Tells where keys live, how even the nodes are, and what a change would move.",
    mixinStandardHelpOptions = true,
    versionProvider = Cress.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      OwnerCommand.class,
      DistributionCommand.class,
      PlanCommand.class,
      VectorsCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "NODES is text such as a=10.0.0.1:6379,b=10.0.0.2:6379;weight=2;zone=z (in quotes, because"
          + " of the semicolons) or the name of a YAML file. NAME is a selector, such as ring:160, or"
          + " a preset with the order of its nodes and the options of its client, such as"
          + " dalli-ring:b,a;namespace=app1. Exit codes: 0, 1 for a failure, 2 for wrong use, 141"
          + " where the reader of the output has gone."
    })
public final class Cress {

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  private boolean verbose;

  /** Created by the command line. */
  Cress() {}

  /**
   * Runs the command that the arguments name, and exits with its code.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    CommandLine commandLine = commandLine();
    commandLine.setOut(new StandardOutput(new FileOutputStream(FileDescriptor.out)));
    commandLine.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    System.exit(run(commandLine, args));
  }

  /** Runs a command; also where memory ends, the failure is one line. */
  static int run(CommandLine commandLine, String... args) {
    try {
      return commandLine.execute(args);
    } catch (OutOfMemoryError e) {
      PrintWriter err = commandLine.getErr();
      err.println("cress: this needs more memory; set JAVA_TOOL_OPTIONS=-Xmx8g or more");
      err.flush();
      return commandLine.getCommandSpec().exitCodeOnExecutionException();
    }
  }

  /** Returns the command line; its output can still be redirected. */
  static CommandLine commandLine() {
    Cress cress = new Cress();
    Failures failures = new Failures(() -> cress.verbose);
    return new CommandLine(cress)
        .registerConverter(int.class, Cress::wholeNumber)
        .registerConverter(Integer.class, Cress::wholeNumber)
        .setExpandAtFiles(false) // a key may begin with @
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "must be a whole number up to %d but was '%s'".formatted(Integer.MAX_VALUE, text));
    }
  }

  /** Reads the version from the jar. */
  static final class Version implements IVersionProvider {

    /** Created by the command line. */
    Version() {}

    @Override
    public String[] getVersion() {
      String version = Cress.class.getPackage().getImplementationVersion();
      return new String[] {"cress " + Objects.requireNonNullElse(version, "(not from a jar)")};
    }
  }
}
