package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.redis.error.NodeUnavailableException;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscriptions when a node is gone, comes back or refuses. */
class PubSubFailureIT {

  private final Heard heard = new Heard();
  private Shards shards;
  private CressRedisClient client;
  private StatefulRedisPubSubConnection<String, String> connection;
  private String onA;
  private String onB;

  @BeforeEach
  void start() {
    shards = new Shards(3);
    client = shards.builder().build();
    connection = client.connectPubSub();
    connection.addListener(heard);
    onA = Shards.keyOf(client, "a");
    onB = Shards.keyOf(client, "b");
  }

  @AfterEach
  void stop() {
    client.shutdown();
    shards.close();
  }

  private static ConditionFactory settled() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptionsInstanceOf(RedisException.class);
  }

  @Test
  void subscriptionsReturnWithTheirNodeAndTheOthersAreHeardMeanwhile() {
    connection.sync().subscribe(onA, onB);
    connection.sync().psubscribe("p*");

    shards.server("b").kill();
    settled().until(() -> connection.sync().publish(onA, "meanwhile") == 1);
    settled().until(() -> heard.messages.contains(onA + "=meanwhile"));
    shards.server("b").restart();

    settled().until(() -> connection.sync().publish(onB, "back") == 1);
    settled().until(() -> heard.messages.contains(onB + "=back"));
    assertThat(heard.events)
        .as("told again of what was renewed")
        .filteredOn(event -> event.startsWith("+" + onB))
        .hasSize(2);
    assertThat(heard.events).filteredOn(event -> event.startsWith("+" + onA)).hasSize(1);
    assertThat(heard.events).filteredOn(event -> event.startsWith("+p:p*")).hasSize(2);
  }

  @Test
  void aSocketThatIsCutIsMadeAgain() {
    connection.sync().subscribe(onB);

    shards.proxy("b").cut();

    settled().until(() -> connection.sync().publish(onB, "back") == 1);
    settled().until(() -> heard.messages.contains(onB + "=back"));
  }

  /** The replies to renewed subscriptions are lost again and again, the link is not. */
  @Test
  void subscriptionsAreRenewedHoweverOftenThatWasCutShort() {
    List<String> channels = Shards.keysOf(client, "b").limit(20).toList();
    String last = channels.get(19);
    connection.sync().subscribe(channels.toArray(String[]::new));
    shards.proxy("b").delay(Duration.ofMillis(50));

    for (int i = 0; i < 6; i++) {
      shards.proxy("b").cut();
      renewals().until(() -> subscribers(last) == 0);
      renewals().until(() -> subscribers(last) == 1);
    }
    shards.proxy("b").cut();
    shards.proxy("b").heal();

    settled()
        .until(() -> channels.stream().allMatch(name -> connection.sync().publish(name, "") == 1));
  }

  private static ConditionFactory renewals() {
    return settled().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
  }

  private long subscribers(String channel) {
    return shards.on("b").pubsubNumsub(channel).getOrDefault(channel, 0L);
  }

  @Test
  void aChannelWhoseNodeIsDownFailsAtOnceAndIsNotRemembered() {
    shards.proxy("b").refuse();

    assertThatExceptionOfType(NodeUnavailableException.class)
        .isThrownBy(() -> connection.sync().subscribe(onB))
        .withMessageStartingWith("node b ");

    shards.proxy("b").heal();
    settled().untilAsserted(() -> connection.sync().subscribe(onB + "{" + onB + "}"));
    assertThat(shards.on("b").pubsubNumsub(onB)).containsEntry(onB, 0L);
  }

  @Test
  void aNodeThatIsDownDoesNotKeepAPatternFromTheOthersAndHearsItWhenItIsBack() {
    shards.proxy("b").refuse();

    connection.sync().psubscribe("key:*");
    connection.sync().subscribe(onA, onB);
    connection.sync().publish(onA, "x");

    settled().until(() -> heard.messages.contains("key:*:" + onA + "=x"));
    assertThat(heard.events).containsExactly("+p:key:* 1", "+" + onA + " 2");
    shards.proxy("b").heal();
    settled().until(() -> shards.on("b").pubsubNumpat() == 1);
    settled().until(() -> heard.events.stream().anyMatch(event -> event.startsWith("+" + onB)));
  }

  @Test
  void aSilentNodeKeepsNobodyFromSubscribingAtTheOthers() {
    connection.sync().psubscribe("before*");
    shards.server("b").pause();

    connection.sync().psubscribe("key:*");

    assertThat(connection.sync().publish(onA, "x")).isOne();
    shards.server("b").resume();
    settled().until(() -> shards.on("b").pubsubNumpat() == 2);
  }

  @Test
  void whatAServerRefusesFailsAndTheRestIsHeard() {
    String refused = Shards.keysOf(client, "b").skip(1).findFirst().orElseThrow();
    shards.on("b").aclSetuser("default", AclSetuserArgs.Builder.resetChannels());

    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(() -> connection.sync().subscribe(onA, refused))
        .withMessageContaining("NOPERM");

    connection.sync().publish(onA, "x");
    settled().until(() -> heard.messages.contains(onA + "=x"));
    assertThat(heard.events).containsExactly("+" + onA + " 1");
  }
}
