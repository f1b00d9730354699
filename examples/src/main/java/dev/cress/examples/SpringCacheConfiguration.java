package dev.cress.examples;

import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Cress in a Spring application without Boot: the client and a connection as beans, closed in the
 * right order when the context ends. {@link SpringCache} uses it and says how to run it.
 */
@Configuration(proxyBeanMethods = false)
public class SpringCacheConfiguration {

  /** Creates the configuration. */
  public SpringCacheConfiguration() {}

  /**
   * The client, one for the whole application.
   *
   * @param nodes the servers, such as {@code a=10.0.0.1:6379, b=10.0.0.2:6379}
   * @return a client that connects when it is first used
   */
  @Bean(destroyMethod = "shutdown")
  public CressRedisClient cressRedisClient(@Value("${cress.nodes}") String nodes) {
    return CressRedisClient.builder().nodes(NodeSet.parse(nodes)).build();
  }

  /**
   * A connection that all beans may share: it is thread-safe.
   *
   * @param client the client
   * @return an open connection
   */
  @Bean(destroyMethod = "close")
  public StatefulRedisConnection<String, String> redisConnection(CressRedisClient client) {
    return client.connect();
  }
}
