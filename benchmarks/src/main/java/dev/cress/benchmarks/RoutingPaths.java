package dev.cress.benchmarks;

import dev.cress.hash.HashTag;
import dev.cress.health.FailurePolicy;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.Window;
import dev.cress.node.NodeSet;
import dev.cress.redis.hotkeys.HotKeys;
import dev.cress.redis.internal.command.CommandTable;
import dev.cress.redis.internal.connection.Connector;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.connection.NodeConnections;
import dev.cress.redis.internal.hotkeys.HotKeyRecorder;
import dev.cress.redis.internal.migration.EvalCalls;
import dev.cress.redis.internal.migration.NodeWork;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.redis.internal.routing.Dispatcher;
import dev.cress.redis.internal.routing.ShardingWriter;
import dev.cress.routing.Passage;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The ways of a GET from the command to a node's writer, on three nodes; for JMH. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RoutingPaths {

  private static final int COMMANDS = 1024;
  private static final NodeSet THREE = NodeSet.parse("a=127.0.0.1:1, b=127.0.0.1:2, c=127.0.0.1:3");
  private static final NodeSet FOUR = NodeSet.parse(THREE + ", d=127.0.0.1:4");

  private final ClientResources resources = DefaultClientResources.create();
  private final NodeConnections connections =
      new NodeConnections(
          "default",
          "benchmark",
          node -> RedisURI.create(node.host(), node.port()),
          new Connector(resources, new Answering(resources)));
  private final CommandTable table = CommandTable.load();
  private final ShardingWriter steady = writer(steadyView(), null);
  private final ShardingWriter sampled =
      writer(
          steadyView(),
          new HotKeyRecorder(HotKeys.sampled(100), CressMetrics.none(), System::nanoTime));
  private final List<RedisCommand<String, String, String>> commands = commands(false);
  private final List<RedisCommand<String, String, String>> moved = commands(true);
  private final ShardingWriter migrating = writer(migratingView(), null);
  private int next;

  private ShardingWriter writer(View<NodeConnection> view, @Nullable HotKeyRecorder hotKeys) {
    NodeWork work = new NodeWork(new EvalCalls(), Scripts.STANDARD);
    return new ShardingWriter(
        new Dispatcher(
            table,
            new Router<>(view),
            CressMetrics.none(),
            work,
            FailurePolicy.failFast(),
            hotKeys),
        resources);
  }

  /** JMH creates it. */
  public RoutingPaths() {}

  /** Waits for nothing: connections without sockets are there at once. */
  @Setup(Level.Trial)
  public void check() {
    THREE.forEach(
        node -> {
          if (!connections.target(node).isConnected()) {
            throw new IllegalStateException("no link to " + node);
          }
        });
  }

  /** Ends the threads. */
  @TearDown(Level.Trial)
  public void close() {
    resources.shutdown();
  }

  /**
   * Routes with no change under way.
   *
   * @return the command
   */
  @Benchmark
  public Object steady() {
    RedisCommand<String, String, String> command = commands.get(next++ & (COMMANDS - 1));
    steady.write(command);
    return command;
  }

  /**
   * Routes as {@link #steady} does, and samples one in 100 keys.
   *
   * @return the command
   */
  @Benchmark
  public Object sampled() {
    RedisCommand<String, String, String> command = commands.get(next++ & (COMMANDS - 1));
    sampled.write(command);
    return command;
  }

  /**
   * Routes keys that moved in the change under way.
   *
   * @return the command
   */
  @Benchmark
  public Object settled() {
    RedisCommand<String, String, String> command = moved.get(next++ & (COMMANDS - 1));
    migrating.write(command);
    return command;
  }

  /**
   * Encodes the key and no more.
   *
   * @return the key
   */
  @Benchmark
  public @Nullable ByteBuffer encodeKey() {
    return commands.get(next++ & (COMMANDS - 1)).getArgs().getFirstEncodedKey();
  }

  private View<NodeConnection> steadyView() {
    Topology topology =
        new Topology.Stable(1, Selectors.rendezvous().place(THREE, HashTag.REDIS), HashTag.REDIS);
    return new View<>(topology, connections::target, null);
  }

  private View<NodeConnection> migratingView() {
    Window window = new Window(change(), Runnable::run);
    for (int i = 0; i < 100 * COMMANDS; i++) {
      window.settle(key(i).getBytes(StandardCharsets.UTF_8));
    }
    Topology topology = new Topology.Migrating(change(), Map.of(), HashTag.REDIS);
    return new View<>(topology, connections::target, (Passage) window);
  }

  private static Change change() {
    Placement before = Selectors.rendezvous().place(THREE, HashTag.REDIS);
    Placement after = Selectors.rendezvous().place(FOUR, HashTag.REDIS);
    return new Change(2, before, after, Map.of());
  }

  private static List<RedisCommand<String, String, String>> commands(boolean onlyMoved) {
    Change change = change();
    List<RedisCommand<String, String, String>> commands = new ArrayList<>();
    for (int i = 0; commands.size() < COMMANDS; i++) {
      if (!onlyMoved || change.moves(key(i).getBytes(StandardCharsets.UTF_8))) {
        commands.add(
            new Command<>(
                CommandType.GET,
                new ValueOutput<>(StringCodec.UTF8),
                new CommandArgs<>(StringCodec.UTF8).addKey(key(i))));
      }
    }
    return List.copyOf(commands);
  }

  private static String key(int number) {
    return "user:" + (1_000_000 + number);
  }
}
