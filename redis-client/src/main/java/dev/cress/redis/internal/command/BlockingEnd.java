package dev.cress.redis.internal.command;

/** Told how one call of a blocking command ends; one of the methods is called, once. */
public interface BlockingEnd {

  /**
   * The server has answered without a value. {@code reply} answers the user's command so.
   *
   * @param reply to be run if that is the end of the command
   */
  void nothing(Runnable reply);

  /**
   * The server has answered with a value or an error. {@code reply} passes it to the user.
   *
   * @param reply to be run
   */
  void answered(Runnable reply);

  /**
   * There is no answer.
   *
   * @param cause why
   */
  void failed(Throwable cause);
}
