package dev.cress.routing;

/** A command that waits at a {@link Passage}. One of the two methods is called, once. */
public interface Waiting {

  /** All its keys may be used now: hand it on by the view in force. Must not throw or block. */
  void resume();

  /**
   * One of its keys could not be made ready.
   *
   * @param cause why
   */
  void fail(Throwable cause);
}
