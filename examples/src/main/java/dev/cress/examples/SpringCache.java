package dev.cress.examples;

import dev.cress.redis.CressRedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.PrintStream;
import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Uses Cress as a Spring bean: see {@link SpringCacheConfiguration}.
 *
 * <p>Build with {@code mvn package}, then run it from the root of the tree:
 *
 * <pre>{@code
 * java -cp "examples/target/classes:$(cat examples/target/classpath)" dev.cress.examples.SpringCache
 * }</pre>
 */
public final class SpringCache {

  private SpringCache() {}

  /**
   * Runs the example.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try (ExampleServers servers = new ExampleServers()) {
      run("a=" + servers.start("a").address() + ", b=" + servers.start("b").address(), System.out);
    }
  }

  static void run(String nodes, PrintStream out) {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      Map<String, Object> properties = Map.of("cress.nodes", nodes);
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("example", properties));
      context.register(SpringCacheConfiguration.class, Greetings.class);
      context.refresh();
      out.println(context.getBean(Greetings.class).greet("Ada"));
      out.println(context.getBean(Greetings.class).greet("Ada"));
    }
  }

  /** A bean that counts how often it has greeted someone. */
  static final class Greetings {

    private final CressRedisClient client;
    private final StatefulRedisConnection<String, String> redis;

    Greetings(CressRedisClient client, StatefulRedisConnection<String, String> redis) {
      this.client = client;
      this.redis = redis;
    }

    String greet(String name) {
      String key = "greetings:" + name;
      long times = redis.sync().incr(key);
      return "Hello " + name + ", time " + times + ", says node " + client.ownerOf(key).name();
    }
  }
}
