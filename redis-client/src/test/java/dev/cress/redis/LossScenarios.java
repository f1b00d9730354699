package dev.cress.redis;

import static dev.cress.redis.Scene.await;

import dev.cress.redis.StepGate.Step;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What clients read after a server lost data in an open window. */
final class LossScenarios {

  private LossScenarios() {}

  /** What an owner can lose in a window. */
  enum Loss {
    MARKS {
      @Override
      void happen(DirectServer owner) {
        owner.redis().unlink(DirectServer.marksKey(2));
      }
    },
    EVERYTHING {
      @Override
      void happen(DirectServer owner) {
        owner.redis().flushall();
      }
    },
    RESTART {
      @Override
      void happen(DirectServer owner) {
        owner.restart();
      }
    };

    abstract void happen(DirectServer owner);
  }

  /**
   * C1 deletes a key and cannot remove the old copy; the owner loses what it knew; C2 reads. The
   * scene is left open for more questions.
   */
  static @Nullable String readAfterLoss(Scene scene, Loss loss) {
    String key = scene.keyWithValue();
    scene.open();
    Step collect = scene.c1.gate().before("collect", key);
    scene.c1.sync().del(key);
    collect.awaitHeld();
    loss.happen(scene.n);
    return getWhenReachable(scene.c2, key);
  }

  /** Reads as soon as the client has connections to both nodes again. */
  static @Nullable String getWhenReachable(TestClient client, String key) {
    AtomicReference<@Nullable String> value = new AtomicReference<>();
    await()
        .ignoreExceptionsMatching(LossScenarios::isUnreachable)
        .until(
            () -> {
              value.set(client.sync().get(key));
              return true;
            });
    return value.get();
  }

  /* A client learns of the end of a connection when it uses it, or a little before. */
  private static boolean isUnreachable(@Nullable Throwable failure) {
    return failure != null
        && (failure instanceof NodeUnavailableException
            || failure instanceof OutcomeUnknownException
            || isUnreachable(failure.getCause()));
  }
}
