package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {

  private EchoServer server;
  private FaultProxy proxy;
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = new EchoServer();
    proxy = new FaultProxy("127.0.0.1", server.port());
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    proxy.close();
    server.close();
  }

  @Test
  void withoutFaultsBytesPassBothWaysOnEveryConnection() throws IOException {
    Socket one = connect();
    Socket other = connect();

    assertThat(echo(one, "one")).isEqualTo("one");
    assertThat(echo(other, "other")).isEqualTo("other");
    assertThat(proxy.connections()).isEqualTo(2);
  }

  @Test
  void manyBytesArriveCompleteAndInOrder() throws IOException {
    Socket socket = connect();
    String text = "0123456789".repeat(20_000);

    assertThat(echo(socket, text)).isEqualTo(text);
  }

  @Test
  void theEndOfAStreamIsPassedOnAndTheConnectionForgotten() throws IOException {
    Socket socket = connect();
    send(socket, "last words");
    socket.shutdownOutput();

    assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8)).isEqualTo("last words");
    await().until(() -> proxy.connections() == 0);
  }

  @Test
  void aDelayIsAddedInEachDirectionAndOncePerRoundTrip() throws IOException {
    Socket socket = connect();
    echo(socket, "warm");

    proxy.delay(Duration.ofMillis(300));
    long start = System.nanoTime();
    send(socket, "a");
    send(socket, "b");
    String reply = receive(socket, 2);
    Duration delayed = Duration.ofNanos(System.nanoTime() - start);

    assertThat(reply).isEqualTo("ab");
    assertThat(delayed).isBetween(Duration.ofMillis(600), Duration.ofMillis(1_100));
  }

  @Test
  void aBlackHoleHoldsBytesBackAndHealingDeliversThem() throws IOException {
    Socket before = connect();
    echo(before, "warm");

    proxy.blackHole();
    Socket during = connect();
    send(before, "held");
    send(during, "also");
    assertSilent(before);
    assertSilent(during);
    proxy.heal();

    assertThat(receive(before, 4)).isEqualTo("held");
    assertThat(receive(during, 4)).isEqualTo("also");
  }

  @Test
  void aCutResetsOpenConnectionsAndServesNewOnes() throws IOException {
    Socket open = connect();
    echo(open, "warm");

    proxy.cut();

    assertThatExceptionOfType(SocketException.class).isThrownBy(() -> receive(open, 1));
    assertThat(proxy.connections()).isZero();
    assertThat(echo(connect(), "new")).isEqualTo("new");
  }

  @Test
  void aReplyCanBeCutInItsMiddleOnce() throws IOException {
    Socket socket = connect();
    echo(socket, "warm");

    proxy.cutAfterReplyBytes(7);
    String whole = echo(socket, "four");
    send(socket, "tail");

    assertThat(whole).isEqualTo("four");
    assertThat(receive(socket, 3)).isEqualTo("tai");
    assertThatExceptionOfType(SocketException.class).isThrownBy(() -> receive(socket, 1));
    assertThat(echo(connect(), "long enough")).isEqualTo("long enough");
  }

  @Test
  void aRefusingProxyComesBackOnTheSamePort() throws IOException {
    Socket open = connect();
    echo(open, "warm");
    int port = proxy.port();

    proxy.refuse();
    proxy.refuse();
    assertThatExceptionOfType(SocketException.class).isThrownBy(() -> receive(open, 1));
    assertThatExceptionOfType(SocketException.class).isThrownBy(this::connect);
    proxy.heal();

    assertThat(proxy.port()).isEqualTo(port);
    assertThat(echo(connect(), "back")).isEqualTo("back");
  }

  @Test
  void aClientIsCutWhenTheServerIsDown() throws IOException {
    server.close();

    assertThatExceptionOfType(SocketException.class).isThrownBy(() -> receive(connect(), 1));
  }

  @Test
  void closingReleasesThePort() {
    proxy.close();

    assertThat(Ports.isFree(proxy.port())).isTrue();
  }

  @Test
  void negativeDelaysAndAmountsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> proxy.delay(Duration.ofMillis(-1)))
        .withMessageContaining("oneWay must not be negative");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> proxy.cutAfterReplyBytes(-1))
        .withMessageContaining("bytes must be at least 0 but was -1");
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setSoTimeout(5_000);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(proxy.host(), proxy.port()), 5_000);
    return socket;
  }

  private static String echo(Socket socket, String text) throws IOException {
    send(socket, text);
    return receive(socket, text.length());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static String receive(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), UTF_8);
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(100);
    assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> receive(socket, 1));
    socket.setSoTimeout(5_000);
  }
}
