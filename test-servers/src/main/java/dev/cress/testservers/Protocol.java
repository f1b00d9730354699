package dev.cress.testservers;

/** The few words that test servers are asked over a plain socket. */
interface Protocol {

  /** Returns whether a server there answers its protocol within half a second. */
  boolean answers(String host, int port);

  /** Returns the server's version, or throws IllegalStateException if it does not tell. */
  String version(String host, int port);
}
