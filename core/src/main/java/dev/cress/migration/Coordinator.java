package dev.cress.migration;

import dev.cress.hash.HashTag;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.topology.Change;
import dev.cress.topology.Phase;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologyDocument;
import dev.cress.topology.TopologySource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Leads one change through its phases. Each step is idempotent or a compare-and-set of the
 * document, so that another client can go on where this one stopped, and two can run at once.
 * Blocking; one per change.
 */
final class Coordinator {

  private final String id;
  private final TopologySource source;
  private final HashTag hashTag;
  private final Fences fences;
  private final MigrationPolicy policy;
  private final WindowEnd windowEnd;
  private final RunningMigration migration;
  private final Consumer<MigrationEvent> events;

  Coordinator(
      String id,
      TopologySource source,
      HashTag hashTag,
      Fences fences,
      MigrationPolicy policy,
      WindowEnd windowEnd,
      RunningMigration migration,
      Consumer<MigrationEvent> events) {
    this.id = id;
    this.source = source;
    this.hashTag = hashTag;
    this.fences = fences;
    this.policy = policy;
    this.windowEnd = windowEnd;
    this.migration = migration;
    this.events = events;
  }

  /** Waits until this client has worked off the end of the change before. */
  @FunctionalInterface
  interface Settling {
    void await() throws InterruptedException;
  }

  /**
   * Leads a change from its proposal to its end; waits first until no other one is under way and
   * this client has closed what only that one needed.
   */
  void change(NodeSet nodes, Selector selector, Settling settling) throws InterruptedException {
    for (; ; ) {
      TopologyDocument stable = source.awaitStable();
      settling.await();
      if (stable.nodes().equals(nodes) && stable.selector().equals(selector)) {
        migration.complete(0);
        return;
      }
      ChangeCheck check = ChangeCheck.inspect(stable.nodes(), nodes, fences);
      check.refuseUnless(policy);
      TopologyDocument proposal = stable.propose(nodes, selector, id, check.identities());
      if (source.compareAndSet(stable, proposal)) {
        lead(proposal, check);
        return;
      }
    }
  }

  /**
   * Goes on with a change whose leader is gone: an open window is brought to its end, anything
   * before that is cancelled.
   */
  void takeOver(TopologyDocument document) throws InterruptedException {
    TopologyDocument mine = document.ledBy(id);
    if (!source.compareAndSet(document, mine)) {
      return;
    }
    if (mine.phase() == Phase.MIGRATE) {
      migration.enter(Phase.MIGRATE);
      migration.drain(); // nobody is left who could ask for it
      end(mine);
    } else {
      cancel(mine, new MigrationException("the client that led the change is gone"));
    }
  }

  private void lead(TopologyDocument proposal, ChangeCheck check) throws InterruptedException {
    TopologyDocument current = proposal;
    try {
      migration.enter(Phase.PREPARE);
      prepare(proposal, check);
      current = advance(proposal, proposal.hold());
      migration.enter(Phase.HOLD);
      holdAll(current);
      refuseExchangedServers(check);
      copyShared(check);
      Map<String, String> texts = policy.keysMove() ? open(current) : Map.of();
      current = advance(current, current.migrate(texts));
    } catch (RuntimeException e) {
      cancel(current, e);
      return;
    } catch (InterruptedException e) {
      cancel(current, new MigrationException("the client that led the change was closed", e));
      throw e;
    }
    migration.enter(Phase.MIGRATE);
    tell(Kind.OPENED, current, 0, "keys move");
    end(current);
  }

  private void prepare(TopologyDocument document, ChangeCheck check) {
    long before = Objects.requireNonNull(document.previous()).version();
    for (Node node : ChangeCheck.bothSets(check.before(), check.after())) {
      Fence in = check.factsOf(node).in();
      if (in != null && in.rank() == Fence.OPEN) {
        fences.done(node, in.version()); // left by a change that was cancelled while it was away
      }
      fences.raise(node, Fence.Role.OUT, before, Fence.STABLE);
      fences.raise(node, Fence.Role.IN, before, Fence.STABLE);
    }
    Change change = changeOf(document);
    long swept = 0;
    for (Node node : check.after()) {
      swept += check.factsOf(node).empty() ? 0 : fences.sweep(node, change);
    }
    tell(Kind.PREPARED, document, swept, "servers checked, leftovers swept");
  }

  private void holdAll(TopologyDocument document) throws InterruptedException {
    if (!source.awaitHeld(document.version(), policy.patience())) {
      throw new MigrationException(
          "a client did not acknowledge version "
              + document.version()
              + " within "
              + policy.patience());
    }
    long killed = 0;
    for (Node node : Objects.requireNonNull(document.previous()).nodes()) {
      killed += fences.awaitBarrier(node, document.version(), source.members(), policy.patience());
    }
    if (killed > 0) {
      tell(Kind.KILLED, document, killed, "connections of an older topology were ended");
    }
    tell(Kind.HELD, document, 0, "nothing reaches a previous owner by the old topology");
  }

  private void refuseExchangedServers(ChangeCheck check) {
    for (Node node : ChangeCheck.bothSets(check.before(), check.after())) {
      String now = fences.identity(node);
      if (!now.equals(check.factsOf(node).identity())) {
        throw new MigrationException("node " + node.name() + " restarted before the window opened");
      }
    }
  }

  private void copyShared(ChangeCheck check) {
    for (Node node : check.after()) {
      if (!check.isServerOf(node, check.before())) {
        fences.copyShared(check.before().get(0), node);
      }
    }
  }

  private Map<String, String> open(TopologyDocument document) {
    String nonce = UUID.randomUUID().toString();
    Map<String, String> texts = new LinkedHashMap<>();
    for (Node node : document.nodes()) {
      String text = fences.openIn(node, document.version(), nonce);
      if (text.isEmpty()) {
        throw new MigrationException("node " + node.name() + " lost its fence before the window");
      }
      texts.put(node.name(), text);
    }
    return texts;
  }

  private void end(TopologyDocument document) throws InterruptedException {
    long lost = windowEnd.reach(document, changeOf(document), migration);
    tell(Kind.CLOSED, document, lost, lost == 0 ? "drained" : "closed before all keys had moved");
    TopologyDocument finished = document.finish();
    source.compareAndSet(document, finished);
    migration.complete(lost);
    tell(Kind.STABLE, finished, 0, "the new topology is in force");
  }

  private TopologyDocument advance(TopologyDocument from, TopologyDocument to) {
    if (!source.compareAndSet(from, to)) {
      throw new MigrationException("another client decided on version " + from.version());
    }
    return to;
  }

  private void cancel(TopologyDocument document, RuntimeException cause) {
    boolean cancelled = source.compareAndSet(document, document.cancel());
    if (cancelled) {
      boolean interrupted = Thread.interrupted(); // what was opened is closed all the same
      closeOpened(document);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      tell(Kind.CANCELLED, document, 0, String.valueOf(cause.getMessage()));
    }
    migration.fail(
        new MigrationException(
            "the change to version " + document.version() + " was given up: " + cause.getMessage(),
            cause));
  }

  /*
   * A window that was opened at some owners only: nobody saw it, its marks and fences are closed.
   * The cancel makes this client drop its connections to joining nodes, perhaps under way: the
   * second attempt has a new one.
   */
  private void closeOpened(TopologyDocument document) {
    if (document.phase() != Phase.HOLD) {
      return;
    }
    for (Node node : document.nodes()) {
      try {
        fences.done(node, document.version());
      } catch (CressException e) {
        closeAgain(document, node);
      }
    }
  }

  private void closeAgain(TopologyDocument document, Node node) {
    try {
      fences.done(node, document.version());
    } catch (CressException e) {
      tell(Kind.CANCELLED, document, 0, "marks stay on node " + node.name() + ": " + e);
    }
  }

  private Change changeOf(TopologyDocument document) {
    return Objects.requireNonNull(Topology.of(document, hashTag).change());
  }

  private void tell(Kind kind, TopologyDocument document, long count, String detail) {
    events.accept(new MigrationEvent(kind, document.version(), "", count, detail));
  }
}
