package dev.cress.cli;

import dev.cress.node.RoutingException;
import dev.cress.selector.KeySample;
import dev.cress.selector.MigrationPlan;
import dev.cress.selector.Placement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * By what shares are measured: all hashes, or the keys of a file, which is read once and not kept.
 * Keys that a preset leaves without an owner are left out and counted.
 */
final class Measure {

  /** A change to measure; from a placement to itself to know its shares. */
  record Change(Placement before, Placement after) {}

  private final @Nullable KeyFile keyFile;
  private final Map<Change, MigrationPlan> plans = new HashMap<>();
  private final Unowned unowned = new Unowned();
  private long keys;

  Measure(@Nullable String keyFile) {
    this.keyFile = keyFile == null ? null : new KeyFile(keyFile);
  }

  /**
   * Measures changes, all in one pass; to be called once.
   *
   * @throws CliException if the file cannot be read or has no key with an owner
   */
  void take(List<Change> changes) {
    if (keyFile == null) {
      for (Change change : changes) {
        plans.put(change, MigrationPlan.between(change.before(), change.after()));
      }
      return;
    }
    List<KeySample> samples =
        changes.stream().map(change -> new KeySample(change.before(), change.after())).toList();
    keyFile.forEach((line, key) -> add(line, key, samples));
    for (int i = 0; i < samples.size(); i++) {
      plans.put(changes.get(i), plan(samples.get(i)));
    }
  }

  /** Returns the plan of a change that was measured. */
  MigrationPlan plan(Change change) {
    return Objects.requireNonNull(plans.get(change), "plan");
  }

  private void add(long line, byte[] key, List<KeySample> samples) {
    try {
      for (KeySample sample : samples) {
        sample.add(key, 1);
      }
      keys++;
    } catch (RoutingException e) {
      unowned.add(line, e);
    }
  }

  private MigrationPlan plan(KeySample sample) {
    if (sample.size() == 0) {
      throw new CliException(
          "no key of %s has an owner: %s".formatted(keyFile, unowned.reason()), null);
    }
    sample.complete();
    return sample.byKeys();
  }

  /** Returns how it was measured, for programs. */
  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("measuredBy", keyFile == null ? "hashes" : "keys");
    if (keyFile != null) {
      facts.put("keys", keys);
      facts.putAll(unowned.facts());
    }
    return facts;
  }

  /** Returns a line about keys that were left out, or nothing. */
  String leftOut() {
    return unowned.text();
  }
}
