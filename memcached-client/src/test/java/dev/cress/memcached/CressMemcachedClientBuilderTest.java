package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.memcached.internal.connection.Login;
import dev.cress.node.NoNodesException;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import java.io.ObjectInputFilter;
import java.time.Duration;
import net.spy.memcached.auth.AuthDescriptor;
import net.spy.memcached.transcoders.SerializingTranscoder;
import org.junit.jupiter.api.Test;

final class CressMemcachedClientBuilderTest {

  private static final NodeSet NODES = NodeSet.parse("a=127.0.0.1:1");

  @Test
  void exactlyOneOfNodesAndTopologyIsNeeded() {
    TopologySource source = TopologySource.inMemory(NODES, Selectors.rendezvous());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CressMemcachedClient.builder().build())
        .withMessage("give either nodes(…) or topology(…)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CressMemcachedClient.builder().nodes(NODES).topology(source).build());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                CressMemcachedClient.builder()
                    .topology(source)
                    .selector(Selectors.modulo())
                    .build())
        .withMessageContaining("selector(…) belongs to nodes(…)");
  }

  @Test
  void aTranscoderOfYourOwnCannotBeFiltered() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                CressMemcachedClient.builder()
                    .nodes(NODES)
                    .transcoder(new SerializingTranscoder())
                    .objectInputFilter(info -> ObjectInputFilter.Status.ALLOWED)
                    .build())
        .withMessageStartingWith("objectInputFilter(…) is for the default transcoder");
  }

  @Test
  void anEmptyNodeSetIsRefused() {
    assertThatExceptionOfType(NoNodesException.class)
        .isThrownBy(() -> CressMemcachedClient.builder().nodes(NodeSet.of()).build());
  }

  @Test
  void badSettingsAreRefusedWithTheirValue() {
    CressMemcachedClientBuilder builder = CressMemcachedClient.builder();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.cluster("Orders"))
        .withMessageEndingWith("but was Orders");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.operationTimeout(Duration.ZERO))
        .withMessage("operationTimeout must be at least 1 ms but was PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.opQueueMax(0))
        .withMessage("opQueueMax must be at least 1 but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.authDescriptor(AuthDescriptor.typical("a b", "x")));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> builder.authDescriptor(new AuthDescriptor(new String[0], callbacks -> {})))
        .withMessage("the auth descriptor tells no user and password");
  }

  @Test
  void aLoginDoesNotShowItsPassword() {
    assertThat(Login.of(AuthDescriptor.typical("ada", "secret"))).hasToString("login of ada");
  }
}
