package dev.cress.redis.internal.migration;

import dev.cress.migration.KeyMover.DrainPass;
import dev.cress.node.Node;
import dev.cress.redis.internal.migration.BatchMove.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Moves many keys between two nodes at once: the owner's time, all reads and writes, then one
 * removal and one confirmation. The same steps as for one key, but no probe: adopting looks for
 * itself. Thread-safe.
 */
final class DrainBatch {

  private final WindowContext context;
  private final Owners owners;
  private final PreviousOwners previousOwners;
  private final Garbage garbage;

  DrainBatch(WindowContext context, Owners owners, PreviousOwners previousOwners, Garbage garbage) {
    this.context = context;
    this.owners = owners;
    this.previousOwners = previousOwners;
    this.garbage = garbage;
  }

  CompletionStage<DrainPass> move(Node from, Node to, List<byte[]> keys) {
    return owners
        .time(to)
        .thenCompose(now -> previousOwners.frozen(from).thenApply(frozen -> now))
        .thenCompose(
            now -> new BatchMove(context, owners, previousOwners, from, to, keys, now).start())
        .thenCompose(outcomes -> clean(from, to, keys, outcomes));
  }

  private CompletionStage<DrainPass> clean(
      Node from, Node to, List<byte[]> keys, List<Outcome> outcomes) {
    List<byte[]> safe = select(keys, outcomes, Outcome.SAFE);
    List<byte[]> lost = select(keys, outcomes, Outcome.LOST);
    long failed = outcomes.stream().filter(outcome -> outcome == Outcome.FAILED).count();
    safe.forEach(context::settle);
    DrainPass pass = new DrainPass(safe.size() + lost.size() + failed, failed, lost.size());
    return garbage
        .collect(from, to, safe)
        .thenCompose(removed -> removed ? garbage.giveUp(from, lost) : notRemoved(from))
        .thenApply(removed -> removed ? pass : new DrainPass(pass.met(), pass.met(), 0));
  }

  /* The previous owner has lost its fence: it is raised again, and the keys are met again. */
  private CompletionStage<Boolean> notRemoved(Node from) {
    return previousOwners.restoreFence(from, "").thenApply(restored -> false);
  }

  private static List<byte[]> select(List<byte[]> keys, List<Outcome> outcomes, Outcome wanted) {
    List<byte[]> selected = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (outcomes.get(i) == wanted) {
        selected.add(keys.get(i));
      }
    }
    return selected;
  }
}
