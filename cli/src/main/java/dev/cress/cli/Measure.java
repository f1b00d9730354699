package dev.cress.cli;

import dev.cress.selector.MigrationPlan;
import dev.cress.selector.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** By what shares are measured: all hashes, or given keys. */
final class Measure {

  private final @Nullable List<byte[]> keys;

  /** Reads the keys, if a file is named. */
  Measure(@Nullable String keyFile) {
    if (keyFile == null) {
      keys = null;
    } else {
      keys = new ArrayList<>();
      KeyFile.forEach(keyFile, keys::add);
    }
  }

  MigrationPlan between(Placement before, Placement after) {
    return keys == null
        ? MigrationPlan.between(before, after)
        : MigrationPlan.ofKeys(before, after, keys);
  }

  /** Returns how it was measured, for the report. */
  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("measuredBy", keys == null ? "hashes" : "keys");
    if (keys != null) {
      facts.put("keys", keys.size());
    }
    return facts;
  }
}
