package dev.cress.migration;

import dev.cress.hash.HashTag;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.topology.TopologyDocument;
import dev.cress.topology.TopologySource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first client's start on a source: finds the version that the servers have reached, and
 * windows that a crash cut. Blocking.
 */
final class Start {

  private static final Logger LOG = LoggerFactory.getLogger(Start.class);

  private final TopologySource source;
  private final HashTag hashTag;
  private final Fences fences;
  private final MigrationPolicy policy;
  private final Consumer<MigrationEvent> events;

  Start(
      TopologySource source,
      HashTag hashTag,
      Fences fences,
      MigrationPolicy policy,
      Consumer<MigrationEvent> events) {
    this.source = source;
    this.hashTag = hashTag;
    this.fences = fences;
    this.policy = policy;
    this.events = events;
  }

  void run() {
    TopologyDocument first = source.current();
    if (first.version() > 0) {
      return;
    }
    Map<Node, ServerFacts> reached = inspect(first);
    if (!source.current().equals(first)) {
      return; // another client was faster, and the open window that was seen may be its own
    }
    closeCutWindow(first, reached);
    long version = Math.max(1, highestVersion(reached));
    reached.forEach((node, facts) -> raiseMissing(node, facts, version));
    source.compareAndSet(first, first.started(version));
  }

  private Map<Node, ServerFacts> inspect(TopologyDocument document) {
    Map<Node, ServerFacts> reached = new LinkedHashMap<>();
    CressException last = null;
    for (Node node : document.nodes()) {
      try {
        ServerFacts facts = fences.inspectAtStart(node);
        reached.put(node, facts);
        warnMissing(node, facts);
      } catch (CressException e) {
        LOG.warn("node {} cannot be reached at the start: {}", node.name(), e.toString());
        last = e;
      }
    }
    if (reached.isEmpty() && last != null) {
      throw last;
    }
    return reached;
  }

  private static void warnMissing(Node node, ServerFacts facts) {
    if (!facts.missingPermissions().isEmpty()) {
      LOG.warn(
          "node {} can serve but not migrate: this user may not call {}",
          node.name(),
          facts.missingPermissions());
    }
  }

  private static long highestVersion(Map<Node, ServerFacts> reached) {
    return reached.values().stream()
        .mapToLong(facts -> Math.max(version(facts.out()), version(facts.in())))
        .max()
        .orElse(0);
  }

  private static long version(@Nullable Fence fence) {
    return fence == null ? 0 : fence.version();
  }

  private void closeCutWindow(TopologyDocument document, Map<Node, ServerFacts> reached) {
    long cut = 0;
    String where = "";
    for (Map.Entry<Node, ServerFacts> entry : reached.entrySet()) {
      long version = cutVersion(entry.getValue());
      if (version > cut) {
        cut = version;
        where = entry.getKey().name();
      }
    }
    if (cut == 0) {
      return;
    }
    if (policy.onCutWindow() == MigrationPolicy.CutWindow.REFUSE) {
      throw new MigrationException(
          "a crash cut the change to version "
              + cut
              + " (seen on node "
              + where
              + "); onCutWindow(FINISH_UNDRAINED) closes it and counts the keys that are lost");
    }
    finishUndrained(document, reached, cut);
  }

  private static long cutVersion(ServerFacts facts) {
    Fence out = facts.out();
    Fence in = facts.in();
    if (in != null && in.rank() == Fence.OPEN) {
      return in.version();
    }
    if (out != null && out.rank() == Fence.OPEN) {
      return out.version();
    }
    if (out == null || out.rank() != Fence.CLOSED || facts.empty()) {
      return 0;
    }
    boolean done = in != null && in.isAtLeast(out.version(), Fence.CLOSED);
    return done ? 0 : out.version();
  }

  private void finishUndrained(
      TopologyDocument document, Map<Node, ServerFacts> reached, long version) {
    reached.keySet().forEach(node -> fences.raise(node, Fence.Role.OUT, version, Fence.CLOSED));
    reached.keySet().forEach(node -> fences.done(node, version));
    var placement = document.selector().place(document.nodes(), hashTag);
    long lost =
        reached.keySet().stream().mapToLong(node -> fences.countForeign(node, placement)).sum();
    events.accept(
        new MigrationEvent(Kind.CLOSED, version, "", lost, "a cut window was closed undrained"));
  }

  private void raiseMissing(Node node, ServerFacts facts, long version) {
    if (!facts.missingPermissions().isEmpty()) {
      return;
    }
    if (facts.out() == null) {
      fences.raise(node, Fence.Role.OUT, version, Fence.STABLE);
    }
    if (facts.in() == null) {
      fences.raise(node, Fence.Role.IN, version, Fence.STABLE);
    }
  }
}
