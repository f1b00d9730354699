package dev.cress.redis.internal.routing;

import dev.cress.node.RoutingException;
import io.lettuce.core.api.push.PushListener;
import io.lettuce.core.protocol.PushHandler;
import java.util.Collection;
import java.util.List;

/** Push messages belong to one server; a sharded connection does not deliver them. */
public enum NoPush implements PushHandler {
  /** The only instance. */
  INSTANCE;

  @Override
  public void addListener(PushListener listener) {
    throw new RoutingException(
        "push messages come from one server; add the listener to client.connectNode(name)");
  }

  @Override
  public void removeListener(PushListener listener) {
    // None was added.
  }

  @Override
  public Collection<PushListener> getPushListeners() {
    return List.of();
  }
}
