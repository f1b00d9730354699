package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.MemcachedClientIF;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls every public method of spymemcached's interface, all overloads, on a plain client of one
 * server, and on ours with one and with four servers. All three must answer alike and leave the
 * same values behind, but for the differences that {@link ApiCall#statedDifference} names.
 */
final class ApiParityIT {

  private static final TestServers SERVERS = TestServers.start();
  private static MemcachedClient plain;
  private static CressMemcachedClient onOne;
  private static CressMemcachedClient onFour;
  private static CressMemcachedClient longOnFour;

  @BeforeAll
  static void connect() {
    plain = Fleet.plain(SERVERS.memcached());
    onOne = CressMemcachedClient.builder().nodes(nodes(1)).build();
    onFour = CressMemcachedClient.builder().nodes(nodes(4)).build();
    longOnFour = CressMemcachedClient.builder().nodes(nodes(4)).hashLongKeys().build();
  }

  private static NodeSet nodes(int count) {
    return NodeSet.of(
        IntStream.range(0, count)
            .mapToObj(
                i -> {
                  TestNode server = SERVERS.memcached();
                  return Node.of("node-" + i, server.host(), server.port());
                })
            .toArray(Node[]::new));
  }

  @AfterAll
  static void close() {
    Stream.of(plain, onOne, onFour, longOnFour).forEach(MemcachedClient::shutdown);
    SERVERS.close();
  }

  static List<Method> methods() {
    return Arrays.stream(MemcachedClientIF.class.getMethods())
        .filter(method -> !method.getName().equals("shutdown"))
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("methods")
  void aMethodAnswersLikePlainSpymemcached(Method method) throws Exception {
    for (ApiCall.State state : ApiCall.State.values()) {
      ApiCall call = new ApiCall(method, state, "");

      String stated = call.statedDifference();
      String expected = stated == null ? call.on(plain) : stated;

      assertThat(call.on(onOne)).as("%s on one node", state).isEqualTo(expected);
      assertThat(call.on(onFour)).as("%s on four nodes", state).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("methods")
  void aMethodAnswersForLongKeysAsPlainSpymemcachedDoesForOthers(Method method) throws Exception {
    for (ApiCall.State state : ApiCall.State.values()) {
      ApiCall call = new ApiCall(method, state, ApiCall.LONG);

      String stated = call.statedDifference();
      String expected = stated == null ? new ApiCall(method, state, "").on(plain) : stated;

      assertThat(call.on(longOnFour)).as("%s", state).isEqualTo(expected);
    }
  }

  @Test
  void theInterfaceHasTheMethodsThatThisTestKnows() {
    assertThat(methods()).hasSizeGreaterThan(80);
  }
}
