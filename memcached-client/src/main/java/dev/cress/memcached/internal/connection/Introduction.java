package dev.cress.memcached.internal.connection;

import dev.cress.memcached.internal.operation.TextOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatsOperation;
import org.jspecify.annotations.Nullable;

/**
 * The first words on a new connection: log in if there is a user, ask for the version and the
 * settings. A server that does not answer them is not used. Works on the socket's thread.
 */
final class Introduction {

  private static final long DEFAULT_ITEM_SIZE = 1L << 20;

  private final Connector connector;
  private final Consumer<Operation> socket;
  private final Consumer<ServerSettings> introduced;
  private final Consumer<Throwable> failed;
  private final Consumer<Throwable> refused;
  private final List<TextOperation> asked = new ArrayList<>();
  private @Nullable String version;
  private long itemSizeMax = DEFAULT_ITEM_SIZE;

  Introduction(
      Connector connector,
      Consumer<Operation> socket,
      Consumer<ServerSettings> introduced,
      Consumer<Throwable> failed,
      Consumer<Throwable> refused) {
    this.connector = connector;
    this.socket = socket;
    this.introduced = introduced;
    this.failed = failed;
    this.refused = refused;
  }

  void start() {
    Login login = connector.login();
    if (login != null) {
      send(connector.operations().login(login.user(), login.password(), new Step()));
    }
    send(connector.operations().version(new VersionStep()));
    send(connector.operations().stats("settings", new SettingsStep()));
  }

  private void send(Operation operation) {
    TextOperation ours = (TextOperation) operation;
    ours.waitWithoutLimit();
    asked.add(ours);
    socket.accept(operation);
  }

  private void end() {
    String told = version;
    if (wasRefused()) {
      return;
    }
    if (told == null) {
      failed.accept(new IOException("the server does not tell its version"));
    } else {
      introduced.accept(new ServerSettings(told, itemSizeMax));
    }
  }

  private boolean wasRefused() {
    Optional<String> refusal = refusal();
    refusal.ifPresent(
        reply -> refused.accept(new IOException("the server refuses the connection: " + reply)));
    return refusal.isPresent();
  }

  /** The first error that the server replied; an error of our own has a cause. */
  private Optional<String> refusal() {
    return asked.stream()
        .filter(TextOperation::hasErrored)
        .map(TextOperation::getException)
        .filter(error -> error.getCause() == null)
        .map(Throwable::getMessage)
        .findFirst();
  }

  /** A server may leave all that follows a refusal unanswered. */
  private class Step implements OperationCallback {
    @Override
    public void receivedStatus(OperationStatus status) {}

    @Override
    public void complete() {
      wasRefused();
    }
  }

  private final class VersionStep extends Step {
    @Override
    public void receivedStatus(OperationStatus status) {
      version = status.getMessage();
    }
  }

  private final class SettingsStep extends Step implements StatsOperation.Callback {
    @Override
    public void gotStat(String name, String value) {
      if (name.equals("item_size_max")) {
        itemSizeMax = Long.parseLong(value);
      }
    }

    @Override
    public void complete() {
      end();
    }
  }
}
