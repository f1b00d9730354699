package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.RoutingException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.netty.buffer.Unpooled;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Calls every method of Lettuce's asynchronous API with made-up arguments and looks at the command
 * that comes out. The synchronous and reactive APIs send the same commands.
 */
class LettuceCommandsTest {

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

  @Test
  void everyCommandThatLettuceSendsIsInTheTableAndItsKeysAreFound() {
    Map<String, String> wrong = new TreeMap<>();
    List<String> uncalled = new ArrayList<>();
    int called = 0;
    for (Method method : RedisAsyncCommands.class.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      List<RedisCommand<?, ?, ?>> commands = call(method);
      called += commands.isEmpty() ? 0 : 1;
      if (commands.isEmpty()) {
        uncalled.add(method.getName() + Arrays.toString(method.getParameterTypes()));
      }
      commands.forEach(command -> check(method, command, wrong));
    }

    assertThat(wrong).isEmpty();
    assertThat(uncalled).as("methods that could not be called").hasSizeLessThan(called / 10);
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
  private List<RedisCommand<?, ?, ?>> call(Method method) {
    written.clear();
    try {
      Object[] arguments = new Arguments().forParameters(method);
      if (arguments != null) {
        method.invoke(commands(), arguments);
      }
      written.forEach(command -> command.encode(Unpooled.buffer()));
      return List.copyOf(written);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return List.of();
    }
  }

  private RedisAsyncCommands<Object, Object> commands() {
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
    return connection.async();
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
    } else {
      ((Iterable<?>) written).forEach(this::record);
    }
  }
}
