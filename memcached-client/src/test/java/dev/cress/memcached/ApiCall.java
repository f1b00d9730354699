package dev.cress.memcached;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.BroadcastOpFactory;
import net.spy.memcached.CASValue;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.NodeLocator;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.protocol.ascii.AsciiOperationFactory;
import net.spy.memcached.transcoders.SerializingTranscoder;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/**
 * One call of one method, with arguments by their types, and what came of it as text.
 *
 * @param method the method
 * @param state what the key holds before
 * @param keySuffix the end of each key; not part of the text
 */
record ApiCall(Method method, State state, String keySuffix) {

  /** What the key of the call holds before it. */
  enum State {
    ABSENT,
    TEXT,
    NUMBER
  }

  /** Makes keys long ones. */
  static final String LONG = " " + "long".repeat(100);

  private static final Set<String> NOT_FOR_LONG_KEYS =
      Set.of("append", "prepend", "incr", "decr", "asyncIncr", "asyncDecr");
  private static final int NUMBER = 60;
  private static final String LEAVING = " leaving ";

  /**
   * What ours answers where it is meant to differ, else null: get-and-touch and nodes of a locator
   * work; a counter that cannot count says so, where spymemcached answers that there is none, and
   * loses its connection; the server cannot change the values of long keys.
   */
  @Nullable String statedDifference() {
    String name = method.getName();
    if (name.equals("broadcastOp") && method.getParameterCount() == 2) {
      return "latch true" + LEAVING + left();
    }
    if (name.endsWith("etAndTouch")) {
      String found = state == State.ABSENT ? "null" : "value " + content() + " with a token";
      return (name.startsWith("async") ? "future of " : "") + found + LEAVING + left();
    }
    if (keySuffix.equals(LONG) && NOT_FOR_LONG_KEYS.contains(name)) {
      return "threw UnsupportedOperationException" + LEAVING + left();
    }
    boolean counts = name.equals("incr") || name.equals("decr");
    return counts && state == State.TEXT ? "threw CressException" + LEAVING + left() : null;
  }

  private String left() {
    return content() + " and other";
  }

  private @Nullable String content() {
    return state == State.ABSENT ? null : state == State.TEXT ? "text" : "1000";
  }

  String on(MemcachedClient client) throws Exception {
    prepare(client);
    String outcome = outcome(client);
    return outcome.replace(keySuffix, "")
        + LEAVING
        + client.get(key())
        + " and "
        + client.get(other());
  }

  private String key() {
    return stem() + keySuffix;
  }

  private String other() {
    return stem() + "-other" + keySuffix;
  }

  private String none() {
    return stem() + "-none" + keySuffix;
  }

  private String stem() {
    return "key-" + Integer.toHexString(method.toString().hashCode()) + "-" + state;
  }

  private void prepare(MemcachedClient client) throws Exception {
    client.delete(key()).get();
    client.set(other(), 0, "other").get();
    if (state != State.ABSENT) {
      client.set(key(), 0, content()).get();
    }
  }

  private String outcome(MemcachedClient client) throws Exception {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(client, method.getParameterTypes()[i], genericText(i));
    }
    try {
      return text(method.invoke(client, arguments));
    } catch (InvocationTargetException e) {
      return "threw " + cause(e);
    } catch (ExecutionException e) {
      return "failed with " + cause(e);
    }
  }

  private static String cause(Throwable failure) {
    return Objects.requireNonNull(failure.getCause()).getClass().getSimpleName();
  }

  private String genericText(int i) {
    Type type = method.getGenericParameterTypes()[i];
    return type.getTypeName();
  }

  private Object argument(MemcachedClient client, Class<?> type, String generic) throws Exception {
    if (type == String.class) {
      return method.getName().equals("getStats") ? "settings" : key();
    }
    if (type == String[].class) {
      return new String[] {key(), other(), none()};
    }
    if (type == int.class) {
      return NUMBER;
    }
    if (type == long.class) {
      return isCas() ? token(client) : (Object) (long) NUMBER;
    }
    if (type == Object.class) {
      return "value";
    }
    if (Iterator.class.isAssignableFrom(type)) {
      return generic.contains("Transcoder") ? transcoders().iterator() : keys().iterator();
    }
    if (Collection.class.isAssignableFrom(type)) {
      return generic.contains("MemcachedNode") ? client.getNodeLocator().getAll() : keys();
    }
    return special(type);
  }

  private static Object special(Class<?> type) {
    if (type == Transcoder.class) {
      return new SerializingTranscoder();
    }
    if (type == TimeUnit.class) {
      return TimeUnit.SECONDS;
    }
    if (type == ConnectionObserver.class) {
      return new IgnoringObserver();
    }
    if (type == BroadcastOpFactory.class) {
      return (BroadcastOpFactory)
          (node, latch) -> new AsciiOperationFactory().version(new CountDown(latch));
    }
    throw new IllegalArgumentException("no argument for " + type);
  }

  private boolean isCas() {
    return method.getName().toLowerCase(Locale.ROOT).contains("cas");
  }

  /** A token that the connection knows, also where there is no item any more. */
  private Object token(MemcachedClient client) throws Exception {
    if (state == State.ABSENT) {
      client.set(key(), 0, "short-lived").get();
    }
    long token = client.gets(key()).getCas();
    if (state == State.ABSENT) {
      client.delete(key()).get();
    }
    return token;
  }

  private List<String> keys() {
    return List.of(key(), other(), none());
  }

  private static List<Transcoder<Object>> transcoders() {
    return List.of(
        new SerializingTranscoder(), new SerializingTranscoder(), new SerializingTranscoder());
  }

  private static String text(Object result) throws Exception {
    if (result instanceof Future<?> future) {
      return "future of " + text(future.get(5, TimeUnit.SECONDS));
    }
    if (result instanceof CASValue<?> value) {
      return "value " + value.getValue() + (value.getCas() > 0 ? " with" : " without") + " a token";
    }
    if (result instanceof CountDownLatch latch) {
      return "latch " + latch.await(5, TimeUnit.SECONDS);
    }
    if (result instanceof Map<?, ?> map) {
      return map.keySet().stream().anyMatch(SocketAddress.class::isInstance)
          ? "by node " + perNode(map)
          : "map " + new TreeMap<>(map);
    }
    if (result instanceof Collection<?> collection) {
      return collection.isEmpty() ? "nothing" : "some";
    }
    boolean plainValue =
        result == null
            || result instanceof String
            || result instanceof Number
            || result instanceof Boolean
            || result instanceof Enum;
    return plainValue ? String.valueOf(result) : shape(result);
  }

  private static String shape(Object result) {
    if (result instanceof NodeLocator) {
      return "a locator";
    }
    return result instanceof Transcoder ? "a transcoder" : result.getClass().getName();
  }

  /** The answers of all nodes, alike ones once; of statistics only their names. */
  private static Set<Object> perNode(Map<?, ?> map) {
    Set<Object> answers = new LinkedHashSet<>();
    map.values()
        .forEach(value -> answers.add(value instanceof Map<?, ?> stats ? names(stats) : value));
    return answers;
  }

  private static Set<?> names(Map<?, ?> stats) {
    return new TreeMap<>(stats).keySet();
  }

  /** Counts down when an operation ends. */
  private record CountDown(CountDownLatch latch) implements OperationCallback {
    @Override
    public void receivedStatus(OperationStatus status) {}

    @Override
    public void complete() {
      latch.countDown();
    }
  }

  /** Hears nothing. */
  private static final class IgnoringObserver implements ConnectionObserver {
    @Override
    public void connectionEstablished(SocketAddress address, int reconnectCount) {}

    @Override
    public void connectionLost(SocketAddress address) {}
  }
}
