package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every provider's Redis node does. Subclasses name the provider. */
abstract class RedisNodeContract extends TestNodeContract {

  RedisNodeContract(Provider provider) {
    super(Service.REDIS, provider);
  }

  @Override
  TestNode start(TestServers servers, String... args) {
    return servers.redis(args);
  }

  @Override
  void store(LineSocket redis) throws IOException {
    assertThat(redis.ask("SET key value")).isEqualTo("+OK");
  }

  @Override
  boolean holds(LineSocket redis) throws IOException {
    return redis.ask("EXISTS key").equals(":1");
  }

  @Override
  Provider provider(TestServers servers) {
    return servers.provider();
  }

  @Test
  void aPersistentNodeComesBackWithItsData() throws IOException {
    try (TestNode node = start("--appendonly", "yes", "--appendfsync", "always")) {
      try (LineSocket redis = new LineSocket(node)) {
        redis.ask("SET key value");
      }

      node.restart();

      try (LineSocket redis = new LineSocket(node)) {
        assertThat(redis.ask("EXISTS key")).isEqualTo(":1");
      }
    }
  }

  @Test
  void argumentsReachTheServerAndSoDoFilesTheyName(@TempDir Path dir) throws IOException {
    Path users = Files.writeString(dir.resolve("users.acl"), "user default on nopass ~* +@all\n");

    try (TestNode node = start("--maxmemory", "4mb", "--aclfile", users.toString());
        LineSocket redis = new LineSocket(node)) {
      assertThat(redis.ask("ACL WHOAMI")).startsWith("$7");
      assertThat(redis.ask("INFO memory")).isNotEmpty();
      assertThat(redis.readUntil("maxmemory:")).isEqualTo("maxmemory:4194304");
    }
  }
}
