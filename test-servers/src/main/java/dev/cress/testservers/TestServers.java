package dev.cress.testservers;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts real servers on loopback and ends them all when closed, or when the JVM exits.
 * Thread-safe.
 *
 * <p>Settings, each a system property or an environment variable ({@code CRESS_SERVERS}, …):
 *
 * <ul>
 *   <li>{@code cress.servers}: {@code docker}, {@code local} or {@code embedded}; default: the
 *       first of these that answers
 *   <li>{@code cress.requireDocker}: {@code true} makes a missing Docker engine a failure; default
 *       {@code false}
 *   <li>{@code cress.redis.image}: the image for {@code docker}; default {@code redis:7.2}
 *   <li>{@code cress.redis.binary}: the program for {@code local}, a name or an absolute path;
 *       default {@code redis-server}, else {@code valkey-server}
 * </ul>
 */
public final class TestServers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TestServers.class);
  private static final int ATTEMPTS = 3;

  private final Provider provider;
  private final ServerFactory factory;
  private final ConcurrentLinkedDeque<TestNode> nodes = new ConcurrentLinkedDeque<>();
  private final Thread hook = new Thread(this::closeNodes, "cress-test-servers-close");

  private TestServers(Provider provider) {
    this.provider = provider;
    this.factory = ServerFactory.of(provider);
  }

  /**
   * Returns servers of the provider that the settings name, else of the first that answers. No
   * server runs yet.
   *
   * @throws IllegalStateException if that provider, or every provider, does not answer
   * @throws IllegalArgumentException if {@code cress.servers} names no provider
   */
  public static TestServers start() {
    return open(ProviderChoice.fromSettings().choose(TestServers::answers));
  }

  /**
   * Returns servers of this provider, whatever the settings say. No server runs yet.
   *
   * @throws IllegalStateException if it does not answer
   */
  public static TestServers start(Provider provider) {
    return open(
        ProviderChoice.demand(provider, "Provider " + provider + " wanted", TestServers::answers));
  }

  /** Returns whether this provider can start servers on this machine now. Takes up to 5 seconds. */
  public static boolean answers(Provider provider) {
    return ServerFactory.of(provider).answers();
  }

  private static TestServers open(Provider provider) {
    TestServers servers = new TestServers(provider);
    Runtime.getRuntime().addShutdownHook(servers.hook);
    LOG.info("Servers: {} ({})", provider, servers.factory.description());
    return servers;
  }

  /** Returns where the servers come from. */
  public Provider provider() {
    return provider;
  }

  /** Starts a Redis node that keeps its data in memory only, and returns it once it answers. */
  public TestNode redis() {
    return redis(new String[0]);
  }

  /**
   * Starts a Redis node with extra arguments and returns it once it answers.
   *
   * @param serverArgs settings of redis.conf as arguments of redis-server, for example {@code
   *     "--maxmemory", "4mb"}; they win over the default of no persistence. An argument that is the
   *     absolute path of an existing file is visible to the server at that path with every provider
   * @throws IllegalStateException if it does not answer, with its log
   */
  public TestNode redis(String... serverArgs) {
    List<String> args = List.of(serverArgs);
    return launch(port -> factory.redis(port, args), new RedisProtocol());
  }

  /** A port may be lost to another process between its choice and the start: then try another. */
  private TestNode launch(IntFunction<Server> serverOn, Protocol protocol) {
    for (int attempt = 1; ; attempt++) {
      int port = Ports.free();
      TestNode node = new ManagedNode(port, serverOn.apply(port), protocol);
      nodes.add(node);
      try {
        node.restart();
        return node;
      } catch (RuntimeException e) {
        nodes.remove(node);
        node.close();
        if (attempt == ATTEMPTS || Ports.isFree(port)) {
          throw e;
        }
      }
    }
  }

  /** Ends all nodes that were started here. May be called more than once. */
  @Override
  public void close() {
    closeNodes();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("The JVM is already exiting", e);
    }
  }

  /** One node that cannot be closed must not keep the others alive. */
  private void closeNodes() {
    RuntimeException failure = null;
    for (TestNode node = nodes.pollLast(); node != null; node = nodes.pollLast()) {
      try {
        node.close();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
