package dev.cress.testservers;

import java.util.concurrent.Executor;

/** Where tasks run that wait for a container engine. */
final class Threads {

  /** A new daemon thread for each task; there are few. */
  static final Executor EACH_ITS_OWN =
      task -> {
        Thread thread = new Thread(task, "cress-test-servers");
        thread.setDaemon(true);
        thread.start();
      };

  private Threads() {}
}
