package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProviderChoiceTest {

  private static final Set<Provider> NONE = Set.of();
  private static final Set<Provider> ALL = Set.of(Provider.values());

  @Test
  void dockerComesBeforeLocalAndLocalBeforeEmbedded() {
    ProviderChoice any = new ProviderChoice("", false);

    assertThat(any.choose(Service.REDIS, ALL::contains)).isEqualTo(Provider.DOCKER);
    assertThat(any.choose(Service.REDIS, Set.of(Provider.LOCAL, Provider.EMBEDDED)::contains))
        .isEqualTo(Provider.LOCAL);
    assertThat(any.choose(Service.REDIS, Set.of(Provider.EMBEDDED)::contains))
        .isEqualTo(Provider.EMBEDDED);
  }

  @Test
  void withoutAnyProviderTheMessageSaysWhatToInstall() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new ProviderChoice("", false).choose(Service.REDIS, NONE::contains))
        .withMessageContaining("start Docker, or put redis-server on the PATH");
  }

  @Test
  void eachServiceNamesItsOwnProgram() {
    ProviderChoice local = new ProviderChoice("local", false);

    assertThatIllegalStateException()
        .isThrownBy(() -> local.choose(Service.REDIS, NONE::contains))
        .withMessage(
            "cress.servers=local but neither redis-server nor valkey-server is on the PATH, and"
                + " cress.redis.binary names no executable.");
    assertThatIllegalStateException()
        .isThrownBy(() -> local.choose(Service.MEMCACHED, NONE::contains))
        .withMessage(
            "cress.servers=local but memcached is not on the PATH, and cress.memcached.binary names"
                + " no executable.");
  }

  @ParameterizedTest
  @EnumSource
  void aNamedProviderIsUsedOrFailsButIsNeverReplaced(Provider provider) {
    ProviderChoice named = new ProviderChoice(provider.toString(), false);

    assertThat(named.choose(Service.REDIS, ALL::contains)).isEqualTo(provider);
    assertThatIllegalStateException()
        .isThrownBy(() -> named.choose(Service.REDIS, other -> other != provider))
        .withMessageStartingWith("cress.servers=" + provider + " but");
  }

  @Test
  void aRequiredDockerIsUsedOrFailsButIsNeverReplaced() {
    ProviderChoice required = new ProviderChoice("", true);

    assertThat(required.choose(Service.REDIS, ALL::contains)).isEqualTo(Provider.DOCKER);
    assertThatIllegalStateException()
        .isThrownBy(() -> required.choose(Service.REDIS, provider -> provider != Provider.DOCKER))
        .withMessage(
            "cress.requireDocker=true but no Docker engine answers at DOCKER_HOST or the usual"
                + " sockets.");
  }

  @Test
  void requiringDockerAndNamingAnotherProviderIsAContradiction() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new ProviderChoice("local", true).choose(Service.REDIS, ALL::contains))
        .withMessageContaining("contradicts cress.servers=local");
    assertThat(new ProviderChoice("docker", true).choose(Service.REDIS, ALL::contains))
        .isEqualTo(Provider.DOCKER);
  }

  @Test
  void anUnknownNameIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProviderChoice("podman", false).choose(Service.REDIS, ALL::contains))
        .withMessage("cress.servers must be docker or local or embedded but was podman");
  }
}
