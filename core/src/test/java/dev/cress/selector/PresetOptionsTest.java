package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of clients as texts. */
final class PresetOptionsTest {

  /** Options that the vectors have been recorded with, by the client's own word for each. */
  private static final Set<String> RECORDED =
      Set.of(
          "hash_tag",
          "db",
          "tag",
          "namespace",
          "vnodes",
          "bucket.size",
          "hash.on.partial.key",
          "hash.delimiter");

  @Test
  void everyOptionOfTheVectorsCanBeGivenAsText() {
    Set<String> seen = new TreeSet<>();
    for (VectorBlock block : PresetVectorsTest.blocks().toList()) {
      Map<String, String> options = options(block);
      if (!options.isEmpty()) {
        VectorSetup setup = new VectorSetup(block);

        Preset preset = setup.ordered(Selectors.preset(block.preset(), options));

        assertThat(preset).as("%s with %s", block, options).isEqualTo(setup.preset());
        seen.addAll(options.keySet());
      }
    }
    assertThat(seen).containsAll(RECORDED).hasSize(RECORDED.size() + 1).contains("unsafe");
  }

  private static Map<String, String> options(VectorBlock block) {
    Map<String, String> options = new LinkedHashMap<>();
    if (Presets.unsafeNames().contains(block.preset())) {
      options.put("unsafe", "true");
    }
    for (String option : Presets.options(block.preset())) {
      Object value = block.option(option);
      if (RECORDED.contains(option) && !value.equals(Json.NULL)) {
        options.put(option, value.toString());
      }
    }
    return options;
  }

  @Test
  void theOptionsOfAPresetAreListed() {
    assertThat(Presets.options("evcache-ketama"))
        .containsExactly("bucket.size", "hash.delimiter", "hash.on.partial.key");
    assertThat(Presets.options("twemproxy-ketama-crc32")).containsExactly("hash_tag", "unsafe");
    assertThat(Presets.options("jedis-sharding-md5")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Presets.options("dalli"))
        .withMessage("preset must be one of [dalli-ring] but was dalli");
  }

  @Test
  void withoutOptionsAPresetIsAsItsNameSays() {
    for (String name : Presets.names()) {
      assertThat(Selectors.preset(name, Map.of())).isEqualTo(Selectors.preset(name));
    }
    assertThat(Selectors.preset("evcache-ketama", Map.of("hash.on.partial.key", "false")))
        .isEqualTo(Presets.evcache());
  }

  @Test
  void optionsOfOneClientGoTogether() {
    Map<String, String> options =
        Map.of("hash.delimiter", "|", "bucket.size", "400", "hash.on.partial.key", "true");

    assertThat(Selectors.preset("evcache-ketama", options).id())
        .contains("always-100", "tag=before |");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "dalli-ring ! hash_tag ! {} ! option of dalli-ring must be one of [namespace] but was"
            + " hash_tag",
        "jedis-sharding-md5 ! namespace ! x ! option of jedis-sharding-md5 must be none but was"
            + " namespace",
        "twemproxy-ketama-md5 ! unsafe ! true ! option of twemproxy-ketama-md5 must be one of"
            + " [hash_tag] but was unsafe",
        "dalli-ring ! namespace ! '' ! option namespace of dalli-ring: must not be empty but was ''",
        "twemproxy-ketama-md5 ! hash_tag ! {}} ! option hash_tag of twemproxy-ketama-md5: must be"
            + " two ASCII characters but was '{}}'",
        "redis-rb4-distributed ! db ! -1 ! option db of redis-rb4-distributed: must be a whole"
            + " number below 10^9 but was '-1'",
        "redis-rb5-distributed ! tag ! x ! option tag of redis-rb5-distributed: must be"
            + " \\{(.+?)\\} but was 'x'",
        "folsom-continuum ! vnodes ! 0 ! option vnodes of folsom-continuum: number must be between"
            + " 1 and 65536 but was 0",
        "evcache-ketama ! bucket.size ! 3 ! option bucket.size of evcache-ketama: bucketSize must"
            + " be between 4 and 262144 but was 3",
        "evcache-ketama ! hash.on.partial.key ! yes ! option hash.on.partial.key of evcache-ketama:"
            + " must be true or false but was 'yes'",
        "evcache-ketama ! hash.delimiter ! | ! option hash.delimiter of evcache-ketama: has no"
            + " effect without hash.on.partial.key=true",
        "twemproxy-ketama-crc32 ! unsafe ! maybe ! option unsafe of twemproxy-ketama-crc32: must be"
            + " true but was 'maybe'",
      })
  void whatAClientDoesNotHaveIsRefused(String preset, String option, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset(preset, Map.of(option, value)))
        .withMessage(message);
  }

  @Test
  void anUnsafePresetIsGivenOnlyToWhoAsksForIt() {
    String name = "twemproxy-ketama-crc32";

    assertThat(Selectors.preset(name, Map.of("unsafe", "true"))).isEqualTo(Presets.unsafe(name));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.preset(name, Map.of("hash_tag", "{}")))
        .withMessageEndingWith("take Presets.unsafe or set unsafe=true");
    assertThat(List.of(Presets.unsafe(name).keyTag))
        .doesNotContain(Selectors.preset(name, Map.of("unsafe", "true", "hash_tag", "{}")).keyTag);
  }
}
