package dev.cress.migration;

import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Servers that are only remembered: what they say, and what was done to them. For one thread. */
final class FakeFences implements Fences {

  private final Map<String, ServerFacts> facts = new HashMap<>();
  final List<String> done = new ArrayList<>();
  final AtomicInteger inspections = new AtomicInteger();
  long foreignKeys;

  /** A server that was never part of a cache and holds nothing. */
  FakeFences with(Node node) {
    return with(node, "run-" + node.name(), true, null, null);
  }

  FakeFences with(
      Node node,
      String identity,
      boolean empty,
      @Nullable String out,
      @Nullable String in,
      String... missing) {
    facts.put(
        node.address(),
        new ServerFacts(identity, empty, Fence.parse(out), Fence.parse(in), List.of(missing)));
    return this;
  }

  @Override
  public ServerFacts inspect(Node node) {
    inspections.incrementAndGet();
    ServerFacts found = facts.get(node.address());
    if (found == null) {
      throw new CressException("node " + node.name() + " does not answer");
    }
    return found;
  }

  @Override
  public String identity(Node node) {
    return inspect(node).identity();
  }

  @Override
  public Fence raise(Node node, Fence.Role role, long version, int rank) {
    done.add(node.name() + " " + role + " " + Fence.text(version, rank));
    return new Fence(version, rank, Fence.text(version, rank));
  }

  @Override
  public String openIn(Node node, long version, String nonce) {
    done.add(node.name() + " open " + version);
    return Fence.text(version, Fence.OPEN) + ":" + nonce;
  }

  @Override
  public void done(Node node, long version) {
    done.add(node.name() + " done " + version);
  }

  @Override
  public long sweep(Node node, Change change) {
    done.add(node.name() + " sweep");
    return 0;
  }

  @Override
  public long countForeign(Node node, Placement placement) {
    return foreignKeys;
  }

  @Override
  public int awaitBarrier(Node node, long version, Set<String> members, Duration patience) {
    done.add(node.name() + " barrier " + version);
    return 0;
  }

  @Override
  public void copyShared(Node from, Node joining) {
    done.add(joining.name() + " as " + from.name());
  }
}
