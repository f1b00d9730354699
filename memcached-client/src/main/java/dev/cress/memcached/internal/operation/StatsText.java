package dev.cress.memcached.internal.operation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.spy.memcached.ops.StatsOperation;
import org.jspecify.annotations.Nullable;

/** {@code stats} of one node. */
final class StatsText extends TextOperation implements StatsOperation {

  private final @Nullable String argument;
  private final StatsOperation.Callback caller;

  StatsText(@Nullable String argument, StatsOperation.Callback caller) {
    super(caller);
    this.argument = argument;
    this.caller = caller;
    if (argument != null && argument.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("the argument of stats must have no control character");
    }
  }

  @Override
  public void initialize() {
    String command = argument == null ? "stats\r\n" : "stats " + argument + "\r\n";
    setBuffer(ByteBuffer.wrap(command.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  void onLine(String reply) {
    if (reply.equals("END") || reply.equals("RESET") || reply.equals("OK")) {
      finish(GetText.END);
      return;
    }
    String[] parts = reply.split(" ", 3);
    if (parts.length == 3) {
      caller.gotStat(parts[1], parts[2]);
    }
  }

  @Override
  public String toString() {
    return "stats";
  }
}
