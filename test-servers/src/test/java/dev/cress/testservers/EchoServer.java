package dev.cress.testservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends back what it receives. */
final class EchoServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Thread acceptor;

  EchoServer() throws IOException {
    listener = new ServerSocket(Ports.free(), 50, InetAddress.getLoopbackAddress());
    acceptor = Tunnel.spawn("echo-accept", this::acceptAll);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void acceptAll() throws IOException {
    while (!listener.isClosed()) {
      Socket socket = listener.accept();
      Tunnel.spawn("echo", () -> echo(socket));
    }
  }

  private static void echo(Socket socket) throws IOException {
    try (socket) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    try {
      acceptor.join(); // until then the system goes on listening
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
