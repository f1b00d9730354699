package dev.cress.redis.internal.connection;

import dev.cress.health.NodeBreaker;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * A node's name and its breaker, fed by the channels to it. Thread-safe.
 *
 * <p>A caller that gives up ends its command above, and nobody tells a trial of it. So whoever asks
 * for the next trial looks whether the last one is still waited for.
 */
final class NodeHealth {

  private final String node;
  private final NodeBreaker breaker;
  private volatile @Nullable Trial<?, ?, ?> lastTrial;

  NodeHealth(String node, NodeBreaker breaker) {
    this.node = node;
    this.breaker = breaker;
  }

  String node() {
    return node;
  }

  NodeBreaker breaker() {
    return breaker;
  }

  /** The command as a trial, or null if it must not be sent while the breaker is open. */
  @Nullable RedisCommand<?, ?, ?> trial(RedisCommand<?, ?, ?> command) {
    Trial<?, ?, ?> last = lastTrial;
    if (last != null) {
      last.endIfGivenUp();
    }
    if (!breaker.tryTrial()) {
      return null;
    }
    RedisCommand<?, ?, ?> answeredLast = command instanceof Batch batch ? batch.last() : command;
    Trial<?, ?, ?> trial = new Trial<>(answeredLast, breaker);
    lastTrial = trial;
    return command instanceof Batch batch ? batch.endingWith(trial) : trial;
  }
}
