package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.history.LinearizabilityChecker;
import dev.cress.history.Operation;
import dev.cress.history.Recorder;
import dev.cress.history.Verdict;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Clients of one topology source that work on the same keys, from several threads each, while the
 * topology changes again and again. All that is random comes from one seed, apart from what threads
 * do to each other.
 */
final class TortureRun implements AutoCloseable {

  private static final int THREADS_PER_CLIENT = 3;
  private static final int OPERATIONS_BETWEEN_CHANGES = 300;
  private static final long BUDGET = 5_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<Selector> SELECTORS =
      List.of(Selectors.rendezvous(), Selectors.rendezvous(), Selectors.ring(), Selectors.modulo());
  private static final Pattern TIMES = Pattern.compile("[\\[ ](\\d+)[,\\]]");
  private static final Pattern KEY = Pattern.compile("key (\\S+): ");

  /** How a run is done. */
  static final class Settings {
    MigrationPolicy.Mode mode = MigrationPolicy.Mode.LAZY_AND_BACKGROUND;
    int clients = 2;
    int changes = 4;
    boolean proxied;
    boolean failuresAllowed;
    IntFunction<ServerCalls> calls = client -> ServerCalls.DIRECT;
    Consumer<String> blindWrite = key -> {};
    Consumer<TortureRun> fault = run -> {};
  }

  private final Fleet fleet;
  private final long seed;
  private final Settings settings;
  private final Random random;
  private final TortureKeys keys;
  private final TopologySource source;
  private final AtomicLong clock = new AtomicLong();
  private final Recorder recorder = new Recorder(clock::getAndIncrement);
  private final CallLog log = new CallLog(clock::getAndIncrement);
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final List<CressMemcachedClient> clients = new ArrayList<>();
  private final List<TortureThread> threads = new ArrayList<>();
  private final List<String> walk = new ArrayList<>();
  private int changed;

  TortureRun(Fleet fleet, long seed, Settings settings) {
    this.fleet = fleet;
    this.seed = seed;
    this.settings = settings;
    this.random = new Random(seed);
    this.keys = new TortureKeys(settings.blindWrite);
    this.source = TopologySource.inMemory(nodes(3, false), Selectors.rendezvous());
  }

  Fleet fleet() {
    return fleet;
  }

  Random random() {
    return random;
  }

  List<CressMemcachedClient> clients() {
    return clients;
  }

  /** Tells whether half of the changes have begun. */
  boolean isHalfWay() {
    return changed * 2 >= settings.changes;
  }

  /** Works through all changes and returns what the checker says of the history. */
  Verdict run() {
    start();
    while (changed < settings.changes) {
      int inARow = Math.min(settings.changes - changed, random.nextInt(3) == 0 ? 3 : 1);
      changed += inARow;
      changeUnderLoad(inARow);
    }
    return end();
  }

  private void start() {
    for (int c = 0; c < settings.clients; c++) {
      startClient();
    }
    awaitOperations();
  }

  /** Lets one more client begin to work. */
  void startClient() {
    String name = "c" + clients.size();
    CressMemcachedClient client =
        CressMemcachedClient.builder()
            .topology(source)
            .migration(policy())
            .operationTimeout(Duration.ofSeconds(10))
            .calls(log.of(name, settings.calls.apply(clients.size())))
            .build();
    clients.add(client);
    for (int t = 0; t < THREADS_PER_CLIENT; t++) {
      TortureThread thread =
          new TortureThread(client, recorder, keys, name + "t" + t, random.nextLong(), stopped);
      threads.add(thread);
      thread.start();
    }
  }

  private MigrationPolicy policy() {
    return MigrationPolicy.builder()
        .mode(settings.mode)
        .previousOwnerFailure(MigrationPolicy.PreviousOwnerFailure.TREAT_AS_MISS)
        .previousOwnerTimeout(Duration.ofSeconds(10))
        .leftovers(MigrationPolicy.Leftovers.SWEEP)
        .patience(Duration.ofSeconds(10))
        .force()
        .build();
  }

  private NodeSet nodes(int count, boolean weighted) {
    List<String> names = new ArrayList<>(fleet.names());
    Collections.shuffle(names, random);
    List<Node> chosen = new ArrayList<>();
    for (String name : names.subList(0, count)) {
      Node node = fleet.node(name);
      String host = settings.proxied ? node.host() : fleet.server(name).host();
      int port = settings.proxied ? node.port() : fleet.server(name).port();
      int weight = weighted ? 1 + random.nextInt(3) : 1;
      chosen.add(Node.builder(name).address(host, port).weight(weight).build());
    }
    return NodeSet.of(chosen);
  }

  private void changeUnderLoad(int inARow) {
    List<Migration> migrations = new ArrayList<>();
    for (int i = 0; i < inARow; i++) {
      Selector selector = SELECTORS.get(random.nextInt(SELECTORS.size()));
      int count = 1 + random.nextInt(fleet.names().size());
      NodeSet nodes = nodes(count, !selector.equals(Selectors.modulo()));
      CressMemcachedClient leader = livingClient();
      walk.add(clock.get() + ": " + nodes + " " + selector);
      migrations.add(leader.changeTo(nodes, selector));
    }
    awaitOperations();
    settings.fault.accept(this);
    awaitOperations();
    migrations.forEach(Migration::drain);
    migrations.forEach(this::awaitEnd);
  }

  private CressMemcachedClient livingClient() {
    List<CressMemcachedClient> living =
        clients.stream().filter(client -> !client.getConnection().isShutDown()).toList();
    return living.get(random.nextInt(living.size()));
  }

  private void awaitEnd(Migration migration) {
    try {
      migration.completion().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      boolean refused = e.getCause() instanceof CressException;
      if (!settings.failuresAllowed || !refused) {
        throw new AssertionError(described("a change failed"), e);
      }
      walk.add(clock.get() + ": " + e.getCause());
    }
  }

  private long operations() {
    return threads.stream().mapToLong(TortureThread::operations).sum();
  }

  private void awaitOperations() {
    long enough = operations() + OPERATIONS_BETWEEN_CHANGES;
    await(described("operations go on"))
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> operations() >= enough);
  }

  private Verdict end() {
    stopped.set(true);
    threads.forEach(TortureThread::awaitEnd);
    if (!settings.failuresAllowed) {
      assertThat(threads.stream().flatMap(thread -> thread.failures().stream()).toList())
          .as(described("failures"))
          .isEmpty();
    }
    List<Operation> history = recorder.history();
    assertThat(history.size()).isGreaterThan(settings.changes * OPERATIONS_BETWEEN_CHANGES / 3);
    Verdict verdict = LinearizabilityChecker.upToLoss().withBudget(BUDGET).check(history);
    return new Verdict(
        verdict.decision(), described(verdict.report()) + story(verdict.report(), history));
  }

  private String described(String text) {
    return "seed %d, %s, topologies:%n%s%n%s"
        .formatted(seed, settings.mode, String.join("\n", walk), text);
  }

  /** All that happened to the first key that a report shows, up to the end of what is shown. */
  private String story(String report, List<Operation> history) {
    Matcher key = KEY.matcher(report);
    if (!key.find()) {
      return "";
    }
    String shown = report.substring(key.start()).split("\n\n", -1)[0];
    long end =
        TIMES
            .matcher(shown)
            .results()
            .mapToLong(each -> Long.parseLong(each.group(1)))
            .max()
            .orElse(0);
    TreeMap<Long, String> story = new TreeMap<>(log.of(key.group(1)));
    history.stream()
        .filter(operation -> operation.key().equals(key.group(1)))
        .forEach(operation -> story.put(operation.invoked(), operation.toString()));
    return "\n\neverything on key %s (a call to a server stands at its answer):\n%s"
        .formatted(key.group(1), lines(story.headMap(end, true)));
  }

  private static String lines(Map<Long, String> story) {
    return story.entrySet().stream()
        .map(each -> each.getKey() + "  " + each.getValue())
        .collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    stopped.set(true);
    threads.forEach(TortureThread::awaitEnd);
    clients.forEach(CressMemcachedClient::shutdown);
  }
}
