package dev.cress.selector;

import org.junit.jupiter.api.Nested;

/** Presets of every kind of algorithm keep what selectors promise. */
final class PresetContractTest {

  @Nested
  final class Jedis extends PresetContract {
    @Override
    Preset preset() {
      return Presets.jedis();
    }
  }

  @Nested
  final class GoRedis extends PresetContract {
    @Override
    Preset preset() {
      return Presets.goRedisRing();
    }

    /** Five standard deviations of the sample. */
    @Override
    double balanceTolerance() {
      return 0.05;
    }
  }

  @Nested
  final class Phpredis extends PresetContract {
    @Override
    Preset preset() {
      return Presets.phpredis();
    }

    /** Five standard deviations of the sample. */
    @Override
    double balanceTolerance() {
      return 0.05;
    }
  }

  @Nested
  final class PhpredisConsistent extends PresetContract {
    @Override
    Preset preset() {
      return Presets.phpredisConsistent();
    }
  }

  @Nested
  final class RedisRb extends PresetContract {
    @Override
    Preset preset() {
      return Presets.redisRb5();
    }
  }

  @Nested
  final class TwemproxyKetama extends PresetContract {
    @Override
    Preset preset() {
      return Presets.twemproxy("fnv1a_64");
    }
  }

  @Nested
  final class TwemproxyModula extends PresetContract {
    @Override
    Preset preset() {
      return Presets.twemproxyModula("murmur");
    }

    /** Five standard deviations of the sample. */
    @Override
    double balanceTolerance() {
      return 0.05;
    }
  }

  @Nested
  final class LibmemcachedKetama extends PresetContract {
    @Override
    Preset preset() {
      return Presets.libmemcachedKetama();
    }

    @Override
    boolean readsAddresses() {
      return true;
    }
  }

  @Nested
  final class Dalli extends PresetContract {
    @Override
    Preset preset() {
      return Presets.dalli("");
    }

    @Override
    boolean readsAddresses() {
      return true;
    }
  }

  @Nested
  final class PeclMemcacheConsistent extends PresetContract {
    @Override
    Preset preset() {
      return Selectors.preset("pecl-memcache-consistent-fnv");
    }

    @Override
    boolean readsAddresses() {
      return true;
    }

    /** FNV spreads such texts badly: of two nodes one has less than a third. */
    @Override
    double balanceTolerance() {
      return 0.7;
    }
  }

  @Nested
  final class XmemcachedArray extends PresetContract {
    @Override
    Preset preset() {
      return Selectors.preset("xmemcached-array");
    }

    /** Five standard deviations of the sample. */
    @Override
    double balanceTolerance() {
      return 0.05;
    }
  }

  @Nested
  final class Pymemcache extends PresetContract {
    @Override
    Preset preset() {
      return Presets.pymemcache();
    }

    @Override
    boolean readsAddresses() {
      return true;
    }

    /** Five standard deviations of the sample. */
    @Override
    double balanceTolerance() {
      return 0.05;
    }
  }
}
