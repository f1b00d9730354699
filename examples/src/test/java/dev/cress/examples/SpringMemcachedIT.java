package dev.cress.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

class SpringMemcachedIT {

  private final ExampleServers servers = new ExampleServers();
  private String nodes;

  @BeforeEach
  void start() {
    String a = servers.startMemcached("a").address();
    nodes = "a=" + a + ", b=" + servers.startMemcached("b").address();
  }

  @AfterEach
  void close() {
    servers.close();
  }

  @Test
  void aBeanUsesTheClientByItsTypeOfSpymemcached() {
    Printed printed = new Printed();

    SpringMemcached.run(nodes, printed.out());

    assertThat(printed.text().lines()).containsExactly("Hello Ada, time 1", "Hello Ada, time 2");
  }

  @Test
  void theClientIsShutDownAfterTheBeansThatUseIt() {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    Map<String, Object> properties = Map.of("cress.memcached.nodes", nodes);
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("test", properties));
    context.register(LastWord.class, SpringMemcachedConfiguration.class);
    context.refresh();
    LastWord bean = context.getBean(LastWord.class);

    context.close();

    assertThat(bean.read).isEqualTo(1);
    assertThatIllegalStateException().isThrownBy(() -> bean.cache.get("last-word"));
  }

  /** A bean that needs the client until its own end. */
  static final class LastWord implements AutoCloseable {

    private final MemcachedClient cache;
    private long read;

    LastWord(MemcachedClient cache) {
      this.cache = cache;
    }

    @Override
    public void close() {
      read = cache.incr("last-word", 1, 1);
    }
  }
}
