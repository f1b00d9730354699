package dev.cress.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * The forms in which Lettuce offers each command. A call is written down against the asynchronous
 * form and made in any of them.
 */
enum ApiForm {
  SYNC,
  ASYNC,
  REACTIVE,
  /** The same bytes through {@code dispatch}, with no argument marked as a key. */
  UNTYPED;

  private static final long PATIENCE_SECONDS = 20;

  /** Makes the call and returns its reply; a flux becomes a list. */
  @Nullable Object call(
      StatefulRedisConnection<String, String> connection,
      BiConsumer<RedisAsyncCommands<String, String>, String> call,
      String key)
      throws Throwable {
    return switch (this) {
      case SYNC -> invoke(recorded(call, key), RedisCommands.class, connection.sync());
      case ASYNC ->
          value(invoke(recorded(call, key), RedisAsyncCommands.class, connection.async()));
      case REACTIVE ->
          collected(
              invoke(recorded(call, key), RedisReactiveCommands.class, connection.reactive()));
      case UNTYPED -> untyped(connection, captured(call, key, connection.getResources()));
    };
  }

  /** What comes of a call, its reply or its failure, as text. */
  String outcome(StatefulRedisConnection<String, String> connection, Step step, String key) {
    try {
      return TransactionForms.text(call(connection, step.call(), key));
    } catch (Throwable e) {
      return e.toString();
    }
  }

  private record Call(Method method, List<@Nullable Object> arguments) {}

  private static Call recorded(
      BiConsumer<RedisAsyncCommands<String, String>, String> call, String key) {
    List<Call> calls = new ArrayList<>();
    InvocationHandler recorder =
        (proxy, method, arguments) -> {
          calls.add(new Call(method, arguments == null ? List.of() : Arrays.asList(arguments)));
          return null;
        };
    @SuppressWarnings("unchecked")
    RedisAsyncCommands<String, String> recording = proxy(RedisAsyncCommands.class, recorder);
    call.accept(recording, key);
    return calls.get(0);
  }

  private static @Nullable Object invoke(Call call, Class<?> api, Object target) throws Throwable {
    try {
      return api.getMethod(call.method.getName(), call.method.getParameterTypes())
          .invoke(target, call.arguments.toArray());
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static @Nullable Object value(@Nullable Object future) throws Throwable {
    try {
      return ((Future<?>) Objects.requireNonNull(future)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static @Nullable Object collected(@Nullable Object publisher) throws Throwable {
    return value(
        Flux.from((Publisher<?>) Objects.requireNonNull(publisher)).collectList().toFuture());
  }

  private static @Nullable Object untyped(
      StatefulRedisConnection<String, String> connection, RedisCommand<?, ?, ?> command) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    arguments(command).forEach(argument -> args.add(argument));
    return connection
        .sync()
        .dispatch(command.getType(), new NestedMultiOutput<>(StringCodec.UTF8), args);
  }

  /** The command that a call sends. */
  static RedisCommand<?, ?, ?> captured(
      BiConsumer<RedisAsyncCommands<String, String>, String> call,
      String key,
      ClientResources resources) {
    List<RedisCommand<?, ?, ?>> written = new ArrayList<>();
    RedisChannelWriter writer =
        proxy(
            RedisChannelWriter.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("write")) {
                written.add((RedisCommand<?, ?, ?>) arguments[0]);
                return arguments[0];
              }
              return method.getName().equals("getClientResources") ? resources : null;
            });
    PushHandler noPush = proxy(PushHandler.class, (proxy, method, arguments) -> null);
    StatefulRedisConnectionImpl<String, String> capture =
        new StatefulRedisConnectionImpl<>(
            writer, noPush, StringCodec.UTF8, Duration.ofSeconds(PATIENCE_SECONDS));
    capture.setOptions(ClientOptions.create());
    call.accept(capture.async(), key);
    return written.get(0);
  }

  /** The arguments as they go over the wire: {@code $<length>\r\n<payload>\r\n} for each. */
  private static List<byte[]> arguments(RedisCommand<?, ?, ?> command) {
    List<byte[]> arguments = new ArrayList<>();
    if (command.getArgs() == null) {
      return arguments;
    }
    ByteBuf bytes = Unpooled.buffer();
    command.getArgs().encode(bytes);
    while (bytes.isReadable()) {
      int line = bytes.bytesBefore((byte) '\r');
      String length = bytes.toString(bytes.readerIndex() + 1, line - 1, StandardCharsets.US_ASCII);
      byte[] argument = new byte[Integer.parseInt(length)];
      bytes.skipBytes(line + 2).readBytes(argument).skipBytes(2);
      arguments.add(argument);
    }
    return arguments;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
