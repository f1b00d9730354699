package dev.cress.redis.internal.command;

import io.lettuce.core.ScanCursor;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes up an argument of any type that Lettuce's command methods take. Not thread-safe. */
final class Arguments {

  private static final int MAX_DEPTH = 3;

  private int strings;

  /** Returns an argument for each parameter, or null when one cannot be made. */
  @Nullable Object @Nullable [] forParameters(Executable executable) {
    return forParameters(executable, 0);
  }

  private @Nullable Object @Nullable [] forParameters(Executable executable, int depth) {
    Class<?>[] types = executable.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      Object argument = of(types[i], depth);
      if (argument == null) {
        return null;
      }
      arguments[i] = argument;
    }
    return arguments;
  }

  /* Object stands for a key or a value; strings are numbers, which suits keys, ids and scores
   * alike, and all different, so that a test can tell keys apart. */
  private @Nullable Object of(Class<?> type, int depth) {
    if (type == Object.class || type == String.class || type == CharSequence.class) {
      return Integer.toString(1000 + strings++);
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type) || type == Boolean.class) {
      return number(type);
    }
    if (type.isArray()) {
      return array(type, depth);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isAssignableFrom(List.class)) {
      return List.of(Integer.toString(1000 + strings++));
    }
    if (type == Map.class) {
      return Map.of(Integer.toString(1000 + strings++), "value");
    }
    return other(type, depth);
  }

  private @Nullable Object other(Class<?> type, int depth) {
    if (type == Set.class) {
      return Set.of(Integer.toString(1000 + strings++));
    }
    if (type == ByteBuffer.class) {
      return ByteBuffer.wrap(new byte[] {'7'});
    }
    if (type == ScanCursor.class) {
      return ScanCursor.INITIAL;
    }
    if (type == Duration.class) {
      return Duration.ofSeconds(1);
    }
    if (type == Instant.class) {
      return Instant.EPOCH.plusSeconds(1);
    }
    if (type == Date.class) {
      return Date.from(Instant.EPOCH.plusSeconds(1));
    }
    Object created = depth < MAX_DEPTH ? created(type, depth + 1) : null;
    return created == null && type.isInterface() ? proxy(type) : created;
  }

  private static @Nullable Object number(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return true;
    }
    if (type == double.class || type == Double.class || type == Number.class) {
      return 1.0;
    }
    return type == int.class || type == Integer.class ? (Object) 1 : (Object) 1L;
  }

  private @Nullable Object array(Class<?> type, int depth) {
    Object element = type == byte[].class ? Byte.valueOf((byte) '7') : null;
    element = type == char[].class ? Character.valueOf('7') : element;
    element = element == null ? of(type.getComponentType(), depth) : element;
    if (element == null) {
      return null;
    }
    Object array = Array.newInstance(type.getComponentType(), 1);
    Array.set(array, 0, element);
    return array;
  }

  /** By a constructor, a factory method of the type or one of its builders, the simplest first. */
  private @Nullable Object created(Class<?> type, int depth) {
    Stream<Executable> factories =
        Stream.concat(Stream.of(type), Arrays.stream(type.getClasses()))
            .flatMap(owner -> Arrays.stream(owner.getMethods()))
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .filter(method -> type.isAssignableFrom(method.getReturnType()))
            .map(Executable.class::cast);
    Stream<Executable> constructors =
        Modifier.isAbstract(type.getModifiers())
            ? Stream.empty()
            : Arrays.stream(type.getConstructors());
    return Stream.concat(constructors, factories)
        .filter(creator -> !Arrays.asList(creator.getParameterTypes()).contains(type))
        .sorted(
            Comparator.comparingInt(Executable::getParameterCount)
                .thenComparing(Executable::toString))
        .map(creator -> call(creator, depth))
        .filter(created -> created != null)
        .findFirst()
        .orElse(null);
  }

  private @Nullable Object call(Executable creator, int depth) {
    @Nullable Object[] arguments = forParameters(creator, depth);
    if (arguments == null) {
      return null;
    }
    try {
      return creator instanceof Constructor<?> constructor
          ? constructor.newInstance(arguments)
          : ((Method) creator).invoke(null, arguments);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private Object proxy(Class<?> type) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) ->
            method.getReturnType() == void.class ? null : of(method.getReturnType(), MAX_DEPTH));
  }
}
