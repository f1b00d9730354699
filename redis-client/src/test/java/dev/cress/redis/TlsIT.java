package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.testservers.Certificates;
import dev.cress.testservers.Certificates.Identity;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that speak TLS only: who is trusted, who is refused, and what the refusal says. */
class TlsIT {

  @TempDir private static Path dir;

  private static TestServers servers;
  private static Certificates ours;
  private static Certificates others;
  private static Node good;

  @BeforeAll
  static void start() throws Exception {
    servers = TestServers.start();
    ours = new Certificates(Files.createDirectory(dir.resolve("ours")));
    others = new Certificates(Files.createDirectory(dir.resolve("others")));
    good = node("good", ours.sign("good", "ip:127.0.0.1"), "no");
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private static Node node(String name, Identity identity, String clientCertificates) {
    TestNode server =
        servers.redis(
            "--port",
            "0",
            "--tls-port",
            "{port}",
            "--tls-cert-file",
            identity.certificate().toString(),
            "--tls-key-file",
            identity.key().toString(),
            "--tls-ca-cert-file",
            ours.authority().toString(),
            "--tls-auth-clients",
            clientCertificates);
    return Node.of(name, server.host(), server.port());
  }

  private static RedisURI.Builder uri(Node node) {
    return RedisURI.builder().withHost(node.host()).withPort(node.port()).withSsl(true);
  }

  private static SslOptions.Builder ssl() {
    return SslOptions.builder().jdkSslProvider().trustManager(ours.authority().toFile());
  }

  private static CressRedisClientBuilder builder(SslOptions ssl, Node... nodes) {
    return CressRedisClient.builder()
        .nodes(NodeSet.of(nodes))
        .uri(node -> uri(node).build())
        .clientOptions(ClientOptions.builder().sslOptions(ssl).build());
  }

  /**
   * What is the matter with a node is said when it is the only one, and by each of its commands.
   */
  private static void assertRefused(SslOptions ssl, Node bad, String reason) {
    try (CressRedisClient alone = builder(ssl, bad).build()) {
      assertThatExceptionOfType(CressException.class)
          .isThrownBy(alone::connect)
          .withMessageContaining("node " + bad.name())
          .withMessageContaining(reason);
    }
    try (CressRedisClient client = builder(ssl().build(), good, bad).build()) {
      RedisCommands<String, String> redis = client.connect().sync();

      assertThat(redis.set(Shards.keyOf(client, "good"), "value")).isEqualTo("OK");
      assertThatExceptionOfType(NodeUnavailableException.class)
          .isThrownBy(() -> redis.get(Shards.keyOf(client, bad.name())))
          .withMessageStartingWith("node " + bad.name() + " is not connected")
          .withMessageContaining(reason);
      assertThatExceptionOfType(NodeUnavailableException.class)
          .isThrownBy(() -> client.connectNode(bad.name()))
          .withMessageStartingWith("node " + bad.name() + " is not connected")
          .withMessageContaining(reason);
    }
  }

  @Test
  void aCertificateForTheHostByATrustedAuthorityIsAccepted() throws Exception {
    Node second = node("second", ours.sign("second", "dns:localhost,ip:127.0.0.1"), "no");
    try (CressRedisClient client = builder(ssl().build(), good).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      for (int i = 0; i < 50; i++) {
        redis.set("key" + i, "value" + i);
      }

      assertThat(Fleet.end(client.changeTo(NodeSet.of(good, second)))).isZero();

      for (int i = 0; i < 50; i++) {
        assertThat(redis.get("key" + i)).isEqualTo("value" + i);
      }
      try (StatefulRedisConnection<String, String> one = client.connectNode("second")) {
        assertThat(one.sync().keys("key*")).isNotEmpty();
      }
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefused() {
    Node wrong = node("wrong", ours.sign("wrong", "dns:other.example"), "no");
    String reason = "No subject alternative names matching IP address 127.0.0.1 found";

    assertRefused(ssl().build(), wrong, reason);

    try (CressRedisClient lax =
        builder(ssl().build(), wrong)
            .uri(node -> uri(node).withVerifyPeer(SslVerifyMode.CA).build())
            .build()) {
      assertThat(lax.connect().sync().set("key", "value")).isEqualTo("OK");
    }
  }

  @Test
  void aCertificateByAnUnknownAuthorityIsRefused() {
    Node foreign = node("foreign", others.sign("foreign", "ip:127.0.0.1"), "no");

    assertRefused(ssl().build(), foreign, "unable to find valid certification path");
  }

  @Test
  void anExpiredCertificateIsRefused() {
    Node expired = node("expired", ours.signExpired("expired", "ip:127.0.0.1"), "no");

    assertRefused(ssl().build(), expired, "NotAfter");
  }

  @Test
  void aNodeThatAsksForACertificateOfTheClientAcceptsOneOfItsAuthorityOnly() {
    Node mutual = node("mutual", ours.sign("mutual", "ip:127.0.0.1"), "yes");
    Identity known = ours.sign("known", "dns:app");
    Identity unknown = others.sign("unknown", "dns:app");

    try (CressRedisClient client = builder(ssl(known), mutual).build()) {
      assertThat(client.connect().sync().set("key", "value")).isEqualTo("OK");
      try (StatefulRedisConnection<String, String> one = client.connectNode("mutual")) {
        assertThat(one.sync().get("key")).isEqualTo("value");
      }
    }
    assertThatRefused(ssl(unknown), mutual);
    assertThatRefused(ssl().build(), mutual);
  }

  private static SslOptions ssl(Identity client) {
    return ssl()
        .keyManager(client.certificate().toFile(), client.key().toFile(), new char[0])
        .build();
  }

  private static void assertThatRefused(SslOptions ssl, Node node) {
    try (CressRedisClient client = builder(ssl, node).build()) {
      assertThatThrownBy(client::connect)
          .isInstanceOf(CressException.class)
          .hasMessageContaining("node " + node.name())
          .hasMessageContaining("closed by the other side while it was set up");
    }
  }

  @Test
  void aPlainConnectionToANodeThatSpeaksTlsFails() {
    try (CressRedisClient client =
        builder(ssl().build(), good).uri(node -> uri(node).withSsl(false).build()).build()) {
      assertThatThrownBy(client::connect)
          .isInstanceOf(CressException.class)
          .hasMessageContaining("node good is not connected")
          .hasMessageContaining("closed by the other side while it was set up");
    }
  }
}
