package dev.cress.examples;

import java.io.PrintStream;
import java.util.Map;
import net.spy.memcached.MemcachedClient;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Uses Cress as a Spring bean of type {@link MemcachedClient}: see {@link
 * SpringMemcachedConfiguration}.
 *
 * <p>Build with {@code mvn package}, then run it from the root of the tree:
 *
 * <pre>{@code
 * java -cp "examples/target/classes:$(cat examples/target/classpath)" dev.cress.examples.SpringMemcached
 * }</pre>
 */
public final class SpringMemcached {

  private SpringMemcached() {}

  /**
   * Runs the example.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (ExampleServers servers = new ExampleServers()) {
      String a = servers.startMemcached("a").address();
      String b = servers.startMemcached("b").address();
      run("a=" + a + ", b=" + b, System.out);
    }
  }

  static void run(String nodes, PrintStream out) {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      Map<String, Object> properties = Map.of("cress.memcached.nodes", nodes);
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("example", properties));
      context.register(SpringMemcachedConfiguration.class, Greetings.class);
      context.refresh();
      out.println(context.getBean(Greetings.class).greet("Ada"));
      out.println(context.getBean(Greetings.class).greet("Ada"));
    }
  }

  /** A bean that counts how often it has greeted someone, and knows spymemcached only. */
  static final class Greetings {

    private final MemcachedClient cache;

    Greetings(MemcachedClient cache) {
      this.cache = cache;
    }

    String greet(String name) {
      long times = cache.incr("greetings:" + name, 1, 1);
      return "Hello " + name + ", time " + times;
    }
  }
}
