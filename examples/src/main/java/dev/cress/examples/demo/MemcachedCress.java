package dev.cress.examples.demo;

import dev.cress.memcached.CressMemcachedClient;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The same with Cress: one client, all keys, and keys that move when the node set changes. */
final class MemcachedCress implements Contender<MemcachedCommands> {

  /** All servers and the load share one machine: more patience than the default of 100 ms. */
  private static final Duration PREVIOUS_OWNER_TIMEOUT = Duration.ofSeconds(1);

  private final CressMemcachedClient client;
  private final MemcachedCommands commands;
  private final Changes changes = new Changes();

  MemcachedCress(NodeSet nodes) {
    client =
        CressMemcachedClient.builder()
            .cluster("demo")
            .nodes(nodes)
            .migration(
                MigrationPolicy.builder().previousOwnerTimeout(PREVIOUS_OWNER_TIMEOUT).build())
            .build();
    commands = new MemcachedCommands(client, 0);
  }

  @Override
  public String name() {
    return "cress";
  }

  @Override
  public MemcachedCommands commands(String key) {
    return commands;
  }

  @Override
  public Node ownerOf(String key) {
    return client.ownerOf(key);
  }

  @Override
  public CompletableFuture<?> changeTo(NodeSet nodes) {
    changes.begin();
    return changes.follow(client.changeTo(nodes));
  }

  /** A key that moves is counted in whole seconds by two servers more. */
  @Override
  public Drift drift() {
    long most = changes.count() * MemcachedEntry.ROUNDING;
    return new Drift(most, most);
  }

  @Override
  public String activity() {
    return changes.activity();
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
