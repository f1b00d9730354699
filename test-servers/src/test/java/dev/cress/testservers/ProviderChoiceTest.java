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

    assertThat(any.choose(ALL::contains)).isEqualTo(Provider.DOCKER);
    assertThat(any.choose(Set.of(Provider.LOCAL, Provider.EMBEDDED)::contains))
        .isEqualTo(Provider.LOCAL);
    assertThat(any.choose(Set.of(Provider.EMBEDDED)::contains)).isEqualTo(Provider.EMBEDDED);
  }

  @Test
  void withoutAnyProviderTheMessageSaysWhatToInstall() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new ProviderChoice("", false).choose(NONE::contains))
        .withMessageContaining("start Docker, or put redis-server on the PATH");
  }

  @ParameterizedTest
  @EnumSource
  void aNamedProviderIsUsedOrFailsButIsNeverReplaced(Provider provider) {
    ProviderChoice named = new ProviderChoice(provider.toString(), false);

    assertThat(named.choose(ALL::contains)).isEqualTo(provider);
    assertThatIllegalStateException()
        .isThrownBy(() -> named.choose(other -> other != provider))
        .withMessageStartingWith("cress.servers=" + provider + " but");
  }

  @Test
  void aRequiredDockerIsUsedOrFailsButIsNeverReplaced() {
    ProviderChoice required = new ProviderChoice("", true);

    assertThat(required.choose(ALL::contains)).isEqualTo(Provider.DOCKER);
    assertThatIllegalStateException()
        .isThrownBy(() -> required.choose(provider -> provider != Provider.DOCKER))
        .withMessage(
            "cress.requireDocker=true but no Docker engine answers at DOCKER_HOST or the usual"
                + " sockets.");
  }

  @Test
  void requiringDockerAndNamingAnotherProviderIsAContradiction() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new ProviderChoice("local", true).choose(ALL::contains))
        .withMessageContaining("contradicts cress.servers=local");
    assertThat(new ProviderChoice("docker", true).choose(ALL::contains)).isEqualTo(Provider.DOCKER);
  }

  @Test
  void anUnknownNameIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProviderChoice("podman", false).choose(ALL::contains))
        .withMessage("cress.servers must be docker or local or embedded but was podman");
  }
}
