package dev.cress.migration;

import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs migration events and passes them on to the user, whose failures stop here. Thread-safe. */
public final class LoggedEvents implements Consumer<MigrationEvent> {

  private static final Logger LOG = LoggerFactory.getLogger(LoggedEvents.class);

  private final Consumer<MigrationEvent> listener;

  /**
   * Creates the chain's first link.
   *
   * @param listener told each event; must not block
   */
  public LoggedEvents(Consumer<MigrationEvent> listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  @Override
  public void accept(MigrationEvent event) {
    LOG.info(
        "change to version {}: {} {} (count {}) {}",
        event.version(),
        event.kind(),
        event.node(),
        event.count(),
        event.detail());
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      LOG.warn("a listener of migration events failed", e);
    }
  }
}
