package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.NodeSet;
import dev.cress.redis.internal.connection.ConnectionTag;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A socket that still carries an older topology's tag when a previous owner is to be frozen. */
class StragglingConnectionIT {

  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();

  @Test
  void aSocketOfAMemberThatKeepsItsOldTagIsEndedAndTheChangeGoesOn() {
    try (Shards shards = new Shards(2);
        CressRedisClient client =
            CressRedisClient.builder()
                .nodes(NodeSet.of(shards.node("a")))
                .onMigrationEvent(events::add)
                .build();
        RedisClient straggler = RedisClient.create()) {
      client.connect().sync().set("key", "value");
      String tag =
          shards.clientNames("a").stream()
              .filter(name -> ConnectionTag.parse(name).isPresent())
              .findFirst()
              .orElseThrow();
      StatefulRedisConnection<String, String> late = open(straggler, shards, tag);

      assertThat(client.changeTo(shards.nodeSet()).completion())
          .succeedsWithin(30, TimeUnit.SECONDS)
          .isEqualTo(0L);

      await().until(() -> !late.isOpen());
      assertThat(events)
          .filteredOn(event -> event.kind() == Kind.KILLED)
          .singleElement()
          .satisfies(event -> assertThat(event.count()).isEqualTo(1));
      assertThat(client.connect().sync().get("key")).isEqualTo("value");
    }
  }

  private static StatefulRedisConnection<String, String> open(
      RedisClient straggler, Shards shards, String tag) {
    straggler.setOptions(ClientOptions.builder().autoReconnect(false).build());
    RedisURI uri = RedisURI.create(shards.server("a").host(), shards.server("a").port());
    uri.setClientName(tag);
    StatefulRedisConnection<String, String> connection = straggler.connect(uri);
    assertThat(connection.sync().clientGetname()).isEqualTo(tag);
    return connection;
  }
}
