package dev.cress.testservers.memcached;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One client: a thread that reads command lines and data blocks and writes the replies. */
final class Connection {

  private static final int BINARY_PROTOCOL = 0x80;

  private final Socket socket;
  private final Commands commands;
  private final Gate gate;
  private final Consumer<Connection> onEnd;
  private final Input input;
  private final OutputStream output;

  Connection(Socket socket, Commands commands, Gate gate, Consumer<Connection> onEnd)
      throws IOException {
    this.socket = socket;
    this.commands = commands;
    this.gate = gate;
    this.onEnd = onEnd;
    socket.setTcpNoDelay(true);
    output = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
    input = new Input(socket.getInputStream(), output);
  }

  void start() {
    Thread thread = new Thread(this::serve, "cress-memcached-connection");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    try (socket) {
      if (input.peek() != BINARY_PROTOCOL) {
        while (serveOne()) {
          // the replies are written when the input runs dry
        }
        output.flush();
      }
    } catch (IOException e) {
      // the client or the server has hung up: the end of the work
    } finally {
      onEnd.accept(this);
    }
  }

  private boolean serveOne() throws IOException {
    String line = input.line();
    return line != null && locked(() -> commands.run(line)).perform(this);
  }

  /** Runs work on the store. */
  <T> T locked(Supplier<T> work) throws IOException {
    return gate.pass(work);
  }

  Input input() {
    return input;
  }

  void write(byte[] reply) throws IOException {
    output.write(reply);
  }

  /** Without lingering, close sends a reset. */
  void reset() {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // closed already, which is all that is wanted
    }
  }
}
