package dev.cress.memcached.internal.connection;

import dev.cress.memcached.internal.operation.TextOperation;
import java.io.IOException;
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
  private @Nullable String refusal;
  private @Nullable String version;
  private long itemSizeMax = DEFAULT_ITEM_SIZE;

  Introduction(
      Connector connector,
      Consumer<Operation> socket,
      Consumer<ServerSettings> introduced,
      Consumer<Throwable> failed) {
    this.connector = connector;
    this.socket = socket;
    this.introduced = introduced;
    this.failed = failed;
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
    ((TextOperation) operation).waitWithoutLimit();
    socket.accept(operation);
  }

  private void end() {
    String refused = refusal;
    String told = version;
    if (refused != null) {
      failed.accept(new IOException("the server refuses the connection: " + refused));
    } else if (told == null) {
      failed.accept(new IOException("the server does not tell its version"));
    } else {
      introduced.accept(new ServerSettings(told, itemSizeMax));
    }
  }

  /** Remembers what the server refused first. */
  private class Step implements OperationCallback {
    @Override
    public void receivedStatus(OperationStatus status) {
      if (!status.isSuccess() && refusal == null) {
        refusal = status.getMessage();
      }
    }

    @Override
    public void complete() {}
  }

  private final class VersionStep extends Step {
    @Override
    public void receivedStatus(OperationStatus status) {
      if (status.isSuccess()) {
        version = status.getMessage();
      }
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
