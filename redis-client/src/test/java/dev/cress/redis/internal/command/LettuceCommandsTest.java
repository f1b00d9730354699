package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.RoutingException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisException;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.netty.buffer.Unpooled;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Calls every method of Lettuce's three APIs with made-up arguments and looks at the command that
 * comes out. The build runs it on each version of Lettuce that is supported.
 */
class LettuceCommandsTest {

  /** Methods that send no command of their own. */
  private static final Set<String> NO_COMMANDS =
      Set.of(
          "digest", // is computed in the client
          "dispatch",
          "flushCommands",
          "getConnection",
          "getJsonParser",
          "getStatefulConnection",
          "isOpen",
          "reset",
          "setAutoFlushCommands",
          "setTimeout");

  /** Methods not named like their command, which take what cannot be made up. */
  private static final Map<String, String> COMMANDS_OF_METHODS =
      Map.of(
          "clusterAddSlotsRange", "CLUSTER",
          "clusterDelSlotsRange", "CLUSTER",
          "stralgoLcs", "STRALGO",
          "vgetattrAsJsonValue", "VGETATTR");

  private final CommandTable table = CommandTable.load();
  private final List<RedisCommand<?, ?, ?>> written = new ArrayList<>();
  private ClientResources resources;

  @BeforeEach
  void createResources() {
    resources = ClientResources.create();
  }

  @AfterEach
  void closeResources() {
    resources.shutdown(0, 0, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {RedisCommands.class, RedisAsyncCommands.class, RedisReactiveCommands.class})
  void everyCommandThatLettuceSendsIsInTheTableAndItsKeysAreFound(Class<?> api) {
    Map<String, String> wrong = new TreeMap<>();
    Set<String> called = new TreeSet<>();
    Set<String> uncalled = new TreeSet<>();
    for (Method method : api.getMethods()) {
      List<RedisCommand<?, ?, ?>> commands = call(api, method);
      (commands.isEmpty() ? uncalled : called).add(method.getName());
      commands.forEach(command -> check(method, command, wrong));
    }
    uncalled.removeAll(called);
    uncalled.removeAll(NO_COMMANDS);

    assertThat(wrong).isEmpty();
    assertThat(called).hasSizeGreaterThan(300);
    assertThat(uncalled).as("methods of unknown commands").allMatch(this::isNamedLikeARow);
  }

  /** Whether the table has the command that a method is named after: jsonMSet is JSON.MSET. */
  private boolean isNamedLikeARow(String method) {
    String command = COMMANDS_OF_METHODS.getOrDefault(method, method);
    return table.specs().keySet().stream()
        .anyMatch(name -> name.replace(".", "").equalsIgnoreCase(command));
  }

  private void check(Method method, RedisCommand<?, ?, ?> command, Map<String, String> wrong) {
    CommandSpec spec = table.spec(command);
    if (!table.specs().containsKey(spec.name())) {
      wrong.put(method.toString(), spec.name() + " has no row");
    } else if (spec.kind() == CommandKind.ALL_NODES) {
      spec.joining(); // throws if there is none
    } else if (spec.kind() != CommandKind.REJECTED && !isKeyless(spec)) {
      checkKeys(method, command, spec, wrong);
    }
  }

  private static boolean isKeyless(CommandSpec spec) {
    return spec.kind() == CommandKind.TRANSACTION && !spec.name().equals("WATCH");
  }

  /** The key that Lettuce marks first and the first key by the key specs must agree. */
  private static void checkKeys(
      Method method, RedisCommand<?, ?, ?> command, CommandSpec spec, Map<String, String> wrong) {
    try {
      byte[] first = spec.keys(command).get(0);
      if (spec.kind() == CommandKind.SINGLE_KEY
          && !ByteBuffer.wrap(first).equals(spec.key(command))) {
        wrong.put(method.toString(), spec.name() + " has two opinions of its key");
      }
    } catch (RoutingException e) {
      wrong.put(method.toString(), e.toString());
    }
  }

  /** Returns what the method sends; nothing if its arguments cannot be made up well enough. */
  private List<RedisCommand<?, ?, ?>> call(Class<?> api, Method method) {
    written.clear();
    try {
      invoke(api, method);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // The synchronous API throws how its command ended; what was written counts.
    }
    try {
      written.forEach(command -> command.encode(Unpooled.buffer()));
      return List.copyOf(written);
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private void invoke(Class<?> api, Method method) throws ReflectiveOperationException {
    Object[] arguments = new Arguments().forParameters(method);
    if (arguments != null
        && method.invoke(commands(api), arguments) instanceof Publisher<?> publisher) {
      Flux.from(publisher).subscribe(reply -> {}, error -> {});
    }
  }

  private Object commands(Class<?> api) {
    RedisChannelWriter writer =
        proxy(
            RedisChannelWriter.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("write")) {
                record(arguments[0]);
                return arguments[0];
              }
              return method.getName().equals("getClientResources") ? resources : null;
            });
    StatefulRedisConnectionImpl<Object, Object> connection = connection(writer);
    connection.setOptions(ClientOptions.create());
    if (api == RedisReactiveCommands.class) {
      return connection.reactive();
    }
    return api == RedisAsyncCommands.class ? connection.async() : connection.sync();
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("unchecked") // made-up arguments are all text, whatever the codec's types say
  private static StatefulRedisConnectionImpl<Object, Object> connection(RedisChannelWriter writer) {
    return (StatefulRedisConnectionImpl<Object, Object>)
        (StatefulRedisConnectionImpl<?, ?>)
            new StatefulRedisConnectionImpl<>(
                writer,
                proxy(PushHandler.class, (proxy, method, arguments) -> null),
                StringCodec.UTF8,
                Duration.ofSeconds(1));
  }

  private void record(Object written) {
    if (written instanceof RedisCommand<?, ?, ?> command) {
      this.written.add(command);
      command.completeExceptionally(new RedisException("there is no server"));
    } else {
      ((Iterable<?>) written).forEach(this::record);
    }
  }
}
