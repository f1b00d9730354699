package dev.cress.testservers.memcached;

/** Ends a command with this reply. */
final class CommandException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Step reply;

  CommandException(Step reply) {
    super(null, null, false, false);
    this.reply = reply;
  }

  CommandException(String line) {
    this(Step.line(line));
  }

  Step reply() {
    return reply;
  }
}
