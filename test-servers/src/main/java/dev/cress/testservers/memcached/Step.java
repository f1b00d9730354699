package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/** What a connection does once the server knows the command. */
@FunctionalInterface
interface Step {

  /** A command that asked for no reply, or got none. */
  Step SILENT = connection -> true;

  /** The connection ends after the replies before. */
  Step HANG_UP = connection -> false;

  /** The reply to what is no command. */
  Step ERROR = line("ERROR");

  /** Returns whether the connection goes on. */
  boolean perform(Connection connection) throws IOException;

  /** Sends a line. */
  static Step line(String text) {
    return reply((text + "\r\n").getBytes(ISO_8859_1));
  }

  /** Sends bytes as they are. */
  static Step reply(byte[] bytes) {
    return connection -> {
      connection.write(bytes);
      return true;
    };
  }

  /** Reads a data block with its line end, then goes on with what its value leads to. */
  static Step block(int length, Function<byte[], Step> then, Step whenBadlyEnded) {
    return connection -> {
      byte[] block = connection.input().block(length + 2);
      if (block[length] != '\r' || block[length + 1] != '\n') {
        return whenBadlyEnded.perform(connection);
      }
      byte[] value = Arrays.copyOf(block, length);
      return connection.locked(() -> then.apply(value)).perform(connection);
    };
  }

  /** Passes over a data block with its line end first. */
  static Step skipping(int length, Step then) {
    return connection -> {
      connection.input().skip(length + 2L);
      return then.perform(connection);
    };
  }
}
