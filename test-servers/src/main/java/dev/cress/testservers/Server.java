package dev.cress.testservers;

/** A process or container that listens on a fixed loopback port; its protocol does not matter. */
interface Server {

  /** Starts it, for the first time or again after a kill, without waiting until it answers. */
  void start();

  /** Returns whether it has been started and has not ended. */
  boolean running();

  /** Ends it at once and returns when it has ended. It may be paused. */
  void kill();

  /** Freezes it. */
  void pause();

  /** Lets it go on. */
  void resume();

  /** Returns what it has printed so far. */
  String log();

  /** Deletes what is left of it after a kill. */
  void remove();
}
