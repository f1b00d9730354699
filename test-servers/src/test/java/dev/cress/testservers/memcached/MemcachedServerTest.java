package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

class MemcachedServerTest {

  private static final ServerSettings DEFAULT = ServerSettings.DEFAULT;

  @Test
  void itTakesAnyFreePort() throws IOException {
    try (MemcachedServer one = MemcachedServer.start(0, DEFAULT);
        MemcachedServer other = MemcachedServer.start(0, DEFAULT)) {
      assertThat(one.port()).isPositive().isNotEqualTo(other.port());
    }
  }

  @Test
  void aTakenPortIsAnError() throws IOException {
    try (MemcachedServer server = MemcachedServer.start(0, DEFAULT)) {
      assertThatExceptionOfType(BindException.class)
          .isThrownBy(() -> MemcachedServer.start(server.port(), DEFAULT));
    }
  }

  @Test
  void aLimitOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULT.withItemSizeMax(1023))
        .withMessage("itemSizeMax must be between 1024 and 1073741824 but was 1023");
  }

  @Test
  void closeResetsOpenConnectionsAndMayBeRepeated() throws IOException {
    MemcachedServer server = MemcachedServer.start(0, DEFAULT);
    try (Socket socket = connect(server)) {
      assertThat(ask(socket)).isEqualTo('M');

      server.close();
      server.close();

      assertThatExceptionOfType(SocketException.class).isThrownBy(() -> readOn(socket));
    }
  }

  @Test
  void aBinaryClientIsSentAway() throws IOException {
    try (MemcachedServer server = MemcachedServer.start(0, DEFAULT);
        Socket socket = connect(server)) {
      socket.getOutputStream().write(0x80);

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  private static Socket connect(MemcachedServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(5_000);
    return socket;
  }

  private static int ask(Socket socket) throws IOException {
    socket.getOutputStream().write("mn\r\n".getBytes(UTF_8));
    return socket.getInputStream().read();
  }

  private static void readOn(Socket socket) throws IOException {
    while (socket.getInputStream().read() >= 0) {
      // the rest of the reply
    }
  }
}
