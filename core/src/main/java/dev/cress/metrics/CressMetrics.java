package dev.cress.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

/**
 * The meters of one client, each tagged with its {@code cluster}. Thread-safe.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>kind</th><th>tags</th></tr>
 * <tr><td>cress.commands</td><td>timer</td><td>node, kind, outcome</td></tr>
 * <tr><td>cress.fanout</td><td>summary, nodes</td><td></td></tr>
 * <tr><td>cress.rejected</td><td>counter</td><td>reason</td></tr>
 * <tr><td>cress.replicas.missed</td><td>counter</td><td>node</td></tr>
 * <tr><td>cress.topology.version</td><td>gauge</td><td></td></tr>
 * <tr><td>cress.topology.fingerprint</td><td>gauge</td><td></td></tr>
 * <tr><td>cress.node.available</td><td>gauge, 0 or 1</td><td>node</td></tr>
 * <tr><td>cress.node.share</td><td>gauge, 0 to 1</td><td>node</td></tr>
 * <tr><td>cress.hotkeys.share</td><td>gauge, 0 to 1</td><td>node</td></tr>
 * <tr><td>cress.migration.active</td><td>gauge, 0 or 1</td><td></td></tr>
 * <tr><td>cress.migration.progress</td><td>gauge, 0 to 1</td><td></td></tr>
 * <tr><td>cress.migration.keys</td><td>counter</td><td>result, from, to</td></tr>
 * <tr><td>cress.migration.duration</td><td>timer</td><td></td></tr>
 * <tr><td>cress.migration.gate</td><td>timer</td><td></td></tr>
 * </table>
 */
public final class CressMetrics {

  private static final long FINGERPRINT_BITS = (1L << 48) - 1;

  private final MeterRegistry registry;
  private final boolean enabled;
  private final Tags cluster;
  private final MultiGauge available;
  private final MultiGauge share;
  private final MultiGauge hottest;

  private CressMetrics(MeterRegistry registry, boolean enabled, String cluster) {
    this.registry = registry;
    this.enabled = enabled;
    this.cluster = Tags.of("cluster", cluster);
    this.available =
        MultiGauge.builder("cress.node.available")
            .description("Whether the node is connected and its breaker is closed")
            .tags(this.cluster)
            .register(registry);
    this.share =
        MultiGauge.builder("cress.node.share")
            .description("The node's share of the keys by its weight")
            .tags(this.cluster)
            .register(registry);
    this.hottest =
        MultiGauge.builder("cress.hotkeys.share")
            .description("The share of the node's commands that are about its hottest key")
            .tags(this.cluster)
            .register(registry);
  }

  /**
   * The meters of a client.
   *
   * @param registry where they are registered
   * @param cluster the cache's name
   * @return new meters
   */
  public static CressMetrics of(MeterRegistry registry, String cluster) {
    return new CressMetrics(registry, true, cluster);
  }

  /**
   * Meters that go nowhere.
   *
   * @return meters without a registry
   */
  public static CressMetrics none() {
    return new CressMetrics(new CompositeMeterRegistry(), false, "none");
  }

  /**
   * Tells whether anybody reads the meters, so that measuring is worth its cost.
   *
   * @return whether there is a registry
   */
  public boolean isEnabled() {
    return enabled;
  }

  /** What the gauges of the topology read; asked at each scrape. */
  public interface TopologyReading {
    /**
     * The version in force.
     *
     * @return the version
     */
    long version();

    /**
     * The fingerprint of the placement in force.
     *
     * @return 64 bits, of which the lower 48 are published
     */
    long fingerprint();

    /**
     * Whether a change is under way.
     *
     * @return whether it is
     */
    boolean isMigrating();
  }

  /**
   * What the gauges of one node read.
   *
   * @param name the node's name
   * @param share its share of the keys, 0 to 1
   * @param available 1 when it can be expected to answer, else 0
   */
  public record NodeReading(String name, double share, DoubleSupplier available) {}

  /**
   * Registers the gauges of the topology.
   *
   * @param reading what they read
   */
  public void topology(TopologyReading reading) {
    gauge(
        "cress.topology.version",
        "The topology version in force",
        () -> (double) reading.version());
    gauge(
        "cress.topology.fingerprint",
        "Lower 48 bits of the placement's fingerprint; equal where clients agree",
        () -> (double) (reading.fingerprint() & FINGERPRINT_BITS));
    gauge(
        "cress.migration.active",
        "Whether a change of the topology is under way",
        () -> reading.isMigrating() ? 1 : 0);
  }

  /**
   * Registers the gauge of the progress of changes that this client leads.
   *
   * @param progress the part of the previous owners that are drained, 0 to 1
   */
  public void progress(DoubleSupplier progress) {
    gauge("cress.migration.progress", "Part of the previous owners that are drained", progress);
  }

  private void gauge(String name, String description, DoubleSupplier value) {
    Gauge.builder(name, value::getAsDouble)
        .description(description)
        .tags(cluster)
        .register(registry);
  }

  /**
   * Replaces the gauges of the nodes.
   *
   * @param readings one for each node
   */
  public void nodes(Collection<NodeReading> readings) {
    available.register(
        readings.stream()
            .map(node -> row(node.name(), node.available()))
            .collect(Collectors.toList()),
        true);
    List<MultiGauge.Row<?>> shares =
        readings.stream().map(node -> row(node.name(), node::share)).collect(Collectors.toList());
    share.register(shares, true);
  }

  /**
   * Replaces the gauges of the nodes' hottest keys.
   *
   * @param shares the share of each node's commands, 0 to 1, by the node's name
   */
  public void hottestKeys(Map<String, DoubleSupplier> shares) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    shares.forEach((node, value) -> rows.add(row(node, value)));
    hottest.register(rows, true);
  }

  private static MultiGauge.Row<?> row(String node, DoubleSupplier value) {
    return MultiGauge.Row.of(Tags.of("node", node), value::getAsDouble);
  }

  /**
   * Counts a command that was answered, or failed.
   *
   * @param node the node's name, or {@code *} for a command that was split over several
   * @param kind how the command reaches its nodes
   * @param succeeded whether it was answered
   * @param nanos time from its dispatch to its answer, in ns
   */
  public void command(String node, Enum<?> kind, boolean succeeded, long nanos) {
    Timer.builder("cress.commands")
        .description("Commands by node, from dispatch to answer")
        .tags(cluster)
        .tags("node", node, "kind", lower(kind), "outcome", succeeded ? "success" : "failure")
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Counts a command that was split.
   *
   * @param nodes over how many nodes
   */
  public void fanOut(int nodes) {
    DistributionSummary.builder("cress.fanout")
        .description("Nodes that a split command was sent to")
        .baseUnit("nodes")
        .tags(cluster)
        .register(registry)
        .record(nodes);
  }

  /**
   * Counts a command that was refused.
   *
   * @param reason why, a word of a small set
   */
  public void rejected(String reason) {
    Counter.builder("cress.rejected")
        .description("Commands that were refused before they were sent")
        .tags(cluster)
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  /**
   * Counts a write that one copy of its keys has missed, or may have.
   *
   * @param node the name of the node with the copy
   */
  public void copyMissed(String node) {
    Counter.builder("cress.replicas.missed")
        .description("Writes that the copy on a node has missed, or may have")
        .tags(cluster)
        .tag("node", node)
        .register(registry)
        .increment();
  }

  /**
   * Counts keys that moved, or did not.
   *
   * @param result what became of them
   * @param from the previous owner's name
   * @param to the owner's name
   * @param keys how many
   */
  public void keys(Enum<?> result, String from, String to, long keys) {
    Counter.builder("cress.migration.keys")
        .description("Keys that changed their owner, by what became of them")
        .tags(cluster)
        .tags("result", lower(result), "from", from, "to", to)
        .register(registry)
        .increment((double) keys);
  }

  /**
   * Records a change that came to its end.
   *
   * @param nanos how long it took, in ns
   */
  public void change(long nanos) {
    timer("cress.migration.duration", "Changes of the topology, from proposal to end", nanos);
  }

  /**
   * Records a command that waited at a gate.
   *
   * @param nanos how long it waited, in ns
   */
  public void gate(long nanos) {
    timer("cress.migration.gate", "Time that commands waited for their key to move", nanos);
  }

  private void timer(String name, String description, long nanos) {
    Timer.builder(name)
        .description(description)
        .tags(cluster)
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
