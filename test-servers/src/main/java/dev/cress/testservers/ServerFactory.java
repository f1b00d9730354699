package dev.cress.testservers;

import java.util.List;

/** How one provider makes servers of one kind. */
interface ServerFactory {

  /** In an argument: the port that the server itself listens on, also inside a container. */
  String PORT = "{port}";

  /** Returns whether this provider can start servers on this machine now. */
  boolean answers();

  /** Returns what it starts, for people: an image or a path. */
  String description();

  /** Returns a server, not started yet, that will listen on this loopback port. */
  Server create(int port, List<String> args);

  /** Returns the arguments with this port in place of {@link #PORT}. */
  static List<String> withPort(int port, List<String> args) {
    return args.stream().map(arg -> arg.replace(PORT, Integer.toString(port))).toList();
  }
}
