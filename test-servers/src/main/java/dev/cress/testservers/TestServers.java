package dev.cress.testservers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts real servers on loopback and ends them all when closed, or when the JVM exits.
 * Thread-safe.
 *
 * <p>Redis and memcached each choose their provider when the first node is wanted, so a machine
 * with a {@code redis-server} but no {@code memcached} runs the one as a process and the other in
 * the JVM.
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
 *   <li>{@code cress.memcached.image}: the image for {@code docker}; default {@code memcached:1.6}
 *   <li>{@code cress.memcached.binary}: the program for {@code local}, a name or an absolute path;
 *       default {@code memcached}
 *   <li>{@code cress.memcached.args}: arguments for every memcached, separated by blanks, for
 *       example {@code -o no_lru_crawler}; default none
 * </ul>
 */
public final class TestServers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TestServers.class);
  private static final int ATTEMPTS = 3;

  /* The first settings decide: they are those of the JVM. */
  private static final Map<Service, Spares> SPARES = new ConcurrentHashMap<>();

  private final Function<Service, Provider> choice;
  private final Map<Service, Provider> providers = new ConcurrentHashMap<>();
  private final ConcurrentLinkedDeque<TestNode> nodes = new ConcurrentLinkedDeque<>();
  private final Thread hook = new Thread(this::closeNodes, "cress-test-servers-close");

  private TestServers(Function<Service, Provider> choice) {
    this.choice = choice;
  }

  /**
   * Returns servers of the provider that the settings name, else of the first that answers. No
   * server runs yet, and no provider has been asked.
   *
   * @throws IllegalStateException if the settings contradict each other
   * @throws IllegalArgumentException if {@code cress.servers} names no provider
   */
  public static TestServers start() {
    ProviderChoice settings = ProviderChoice.fromSettings();
    return open(service -> settings.choose(service, provider -> answers(service, provider)));
  }

  /** Returns servers of this provider, whatever the settings say. No server runs yet. */
  public static TestServers start(Provider provider) {
    String reason = "Provider " + provider + " wanted";
    return open(
        service ->
            ProviderChoice.demand(
                service, provider, reason, candidate -> answers(service, candidate)));
  }

  /**
   * Returns servers that are processes of this machine, so that they can reach each other: the
   * local ones, or the embedded ones where the settings name these or no local one answers. No
   * server runs yet.
   */
  public static TestServers startProcesses() {
    boolean embedded =
        Setting.of("cress.servers", "").equals(Provider.EMBEDDED.toString())
            || !answers(Service.REDIS, Provider.LOCAL);
    return start(embedded ? Provider.EMBEDDED : Provider.LOCAL);
  }

  /** Returns whether this provider can start such servers here now. Takes up to 5 seconds. */
  static boolean answers(Service service, Provider provider) {
    return service.factory(provider).answers();
  }

  private static TestServers open(Function<Service, Provider> choice) {
    TestServers servers = new TestServers(choice);
    Runtime.getRuntime().addShutdownHook(servers.hook);
    return servers;
  }

  /**
   * Returns where Redis nodes come from.
   *
   * @throws IllegalStateException if the wanted provider, or every provider, does not answer
   */
  public Provider provider() {
    return provider(Service.REDIS);
  }

  /**
   * Returns where memcached nodes come from.
   *
   * @throws IllegalStateException if the wanted provider does not answer
   */
  public Provider memcachedProvider() {
    return provider(Service.MEMCACHED);
  }

  /** Asks and tells once. */
  private Provider provider(Service service) {
    return providers.computeIfAbsent(
        service,
        wanted -> {
          Provider provider = choice.apply(wanted);
          LOG.info("{}: {} ({})", wanted, provider, wanted.factory(provider).description());
          return provider;
        });
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
   *     absolute path of an existing file is visible to the server at that path with every
   *     provider. The text {@code {port}} stands for the port that the server listens on: {@code
   *     "--port", "0", "--tls-port", "{port}"} and a certificate make a node that speaks TLS only
   * @throws IllegalStateException if it does not answer, with its log; or if the wanted provider,
   *     or every provider, does not answer
   */
  public TestNode redis(String... serverArgs) {
    return node(Service.REDIS, List.of(serverArgs));
  }

  /**
   * Starts a Redis Sentinel and returns it once it answers. It must be able to reach what it
   * watches, so start all of them with {@link #startProcesses}.
   *
   * @param lines of its configuration, for example {@code sentinel monitor m 127.0.0.1 20001 1}
   * @throws IllegalStateException if it does not answer, with its log; or if Redis is not run as a
   *     process of this machine here
   */
  public TestNode sentinel(String... lines) {
    String configuration = String.join("\n", lines) + "\n";
    BinaryFactory redis =
        switch (provider()) {
          case LOCAL -> BinaryFactory.localRedis();
          case EMBEDDED -> BinaryFactory.embeddedRedis();
          case DOCKER -> throw new IllegalStateException("a Sentinel needs startProcesses()");
        };
    return kept(launch(Service.REDIS, redis.asSentinel(configuration), List.of()));
  }

  /** Starts a memcached node and returns it once it answers. */
  public TestNode memcached() {
    return memcached(new String[0]);
  }

  /**
   * Starts a memcached node with extra arguments and returns it once it answers.
   *
   * @param serverArgs arguments of memcached, for example {@code "-m", "8"} or {@code "-I", "2m"};
   *     the embedded one knows {@code -I} and {@code -o no_lru_crawler} only and refuses others.
   *     They win over those of {@code cress.memcached.args}
   * @throws IllegalStateException if it does not answer, with its log; or if the wanted provider
   *     does not answer
   */
  public TestNode memcached(String... serverArgs) {
    return node(Service.MEMCACHED, memcachedArgs(serverArgs));
  }

  /**
   * Starts a memcached node like one from before the meta commands and returns it once it answers.
   * It tells version 1.5.6 and answers {@code ERROR} to each meta command. It is an embedded one,
   * whatever provider the settings name.
   *
   * @param serverArgs as for {@link #memcached(String...)} with an embedded one
   * @throws IllegalStateException if it does not answer, with its log
   */
  public TestNode oldMemcached(String... serverArgs) {
    return kept(
        launch(Service.MEMCACHED, EmbeddedMemcachedFactory.old(), memcachedArgs(serverArgs)));
  }

  private static List<String> memcachedArgs(String... serverArgs) {
    Stream<String> forAll = Stream.of(Setting.of("cress.memcached.args", "").split(" "));
    return Stream.concat(forAll.filter(arg -> !arg.isEmpty()), Stream.of(serverArgs)).toList();
  }

  private TestNode node(Service service, List<String> args) {
    Provider provider = provider(service);
    Supplier<TestNode> starter = () -> launch(service, service.factory(provider), args);
    boolean slow = provider == Provider.DOCKER && args.isEmpty();
    return kept(
        slow
            ? SPARES.computeIfAbsent(service, unused -> new Spares(starter)).take()
            : starter.get());
  }

  private TestNode kept(TestNode node) {
    nodes.add(node);
    return node;
  }

  /** A port may be lost to another process between its choice and the start: then try another. */
  private static TestNode launch(Service service, ServerFactory factory, List<String> args) {
    for (int attempt = 1; ; attempt++) {
      int port = Ports.free();
      TestNode node = new ManagedNode(port, factory.create(port, args), service.protocol(args));
      try {
        node.restart();
        return node;
      } catch (RuntimeException e) {
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

  /** All at the same time. One node that cannot be closed must not keep the others alive. */
  private void closeNodes() {
    List<CompletableFuture<Void>> closings = new ArrayList<>();
    for (TestNode node = nodes.pollLast(); node != null; node = nodes.pollLast()) {
      closings.add(CompletableFuture.runAsync(node::close, Threads.EACH_ITS_OWN));
    }
    RuntimeException failure = null;
    for (CompletableFuture<Void> closing : closings) {
      try {
        closing.join();
      } catch (CompletionException e) {
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
