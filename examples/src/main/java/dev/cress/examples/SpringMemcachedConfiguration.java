package dev.cress.examples;

import dev.cress.memcached.CressMemcachedClient;
import dev.cress.node.NodeSet;
import net.spy.memcached.MemcachedClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Cress over memcached in a Spring application without Boot. The bean has spymemcached's own type,
 * so that beans which use a {@link MemcachedClient} need not know of Cress. {@link SpringMemcached}
 * uses it and says how to run it.
 */
@Configuration(proxyBeanMethods = false)
public class SpringMemcachedConfiguration {

  /** Creates the configuration. */
  public SpringMemcachedConfiguration() {}

  /**
   * The client, one for the whole application: it is thread-safe. Spring shuts it down after all
   * beans that use it.
   *
   * @param nodes the servers, such as {@code a=10.0.0.1:11211, b=10.0.0.2:11211}
   * @return a client that has tried to connect each server
   */
  @Bean(destroyMethod = "shutdown")
  public MemcachedClient memcachedClient(@Value("${cress.memcached.nodes}") String nodes) {
    return CressMemcachedClient.builder().nodes(NodeSet.parse(nodes)).build();
  }
}
