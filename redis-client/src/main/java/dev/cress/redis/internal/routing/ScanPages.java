package dev.cress.redis.internal.routing;

import dev.cress.node.CressException;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import dev.cress.routing.Waiting;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.KeyScanOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Reads one page of a scan after the other, as {@link ScanPlan} says. Thread-safe. */
final class ScanPages {

  private static final int MOST_MOVES = 1_000;
  private static final boolean[] GATED = {true};

  private final Router<NodeConnection> router;
  private final ScanPlans plans = new ScanPlans();

  ScanPages(Router<NodeConnection> router) {
    this.router = router;
  }

  /**
   * What one call of SCAN gives.
   *
   * @param cursor 0 after the last page
   * @param keys perhaps none
   */
  record Page(long cursor, List<byte[]> keys) {}

  /**
   * Asks for a page.
   *
   * @param view the view in force, entered
   * @param cursor 0 or a cursor that was given
   * @param options adds the arguments behind the cursor
   * @throws dev.cress.node.RoutingException if the cursor is unknown
   */
  CompletionStage<Page> page(
      View<NodeConnection> view, long cursor, UnaryOperator<CommandArgs<byte[], byte[]>> options) {
    ScanPlans.Place place = plans.place(cursor, view.topology());
    NamedNode node =
        NamedNode.of(view, place.leg().node())
            .orElseThrow(() -> new CressException("node " + place.leg().node().name() + " left"));
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(Long.toString(place.position()));
    return node.connection()
        .call(CommandType.SCAN, new KeyScanOutput<>(ByteArrayCodec.INSTANCE), options.apply(args))
        .thenCompose(reply -> page(place, reply));
  }

  private CompletionStage<Page> page(ScanPlans.Place place, KeyScanCursor<byte[]> reply) {
    long next = place.next(Long.parseUnsignedLong(reply.getCursor()));
    List<byte[]> keys = place.plan().select(place.leg(), reply.getKeys());
    Change change = place.plan().change();
    if (!place.leg().moves() || change == null) {
      return CompletableFuture.completedFuture(new Page(next, keys));
    }
    List<byte[]> stuck = Collections.synchronizedList(new ArrayList<>());
    return moveAll(keys, change, stuck).thenApply(moved -> new Page(next, List.copyOf(stuck)));
  }

  /* A key that cannot be moved is told where it is: it may be too large, or its owner be silent. */
  private CompletionStage<Void> moveAll(List<byte[]> keys, Change change, List<byte[]> stuck) {
    List<byte[]> some = keys.subList(0, Math.min(MOST_MOVES, keys.size()));
    List<byte[]> others = keys.subList(some.size(), keys.size());
    CompletionStage<Void> moved =
        CompletableFuture.allOf(
            some.stream()
                .map(
                    key ->
                        move(key, change)
                            .exceptionally(
                                failure -> {
                                  stuck.add(key);
                                  return null;
                                }))
                .toArray(CompletableFuture[]::new));
    return others.isEmpty() ? moved : moved.thenCompose(done -> moveAll(others, change, stuck));
  }

  /** Moves a key as a command on it would; there is nothing to do when its window is over. */
  private CompletableFuture<Void> move(byte[] key, Change change) {
    KeyMoved moved = new KeyMoved();
    View<NodeConnection> view = router.enter();
    try {
      boolean open =
          view.topology() instanceof Topology.Migrating migrating
              && migrating.version() == change.version();
      if (!open
          || view.passage().isFree(key, true)
          || !view.passage().enqueue(moved, List.of(key), GATED)) {
        moved.resume();
      }
    } catch (CressException e) {
      moved.fail(e);
    } finally {
      view.leave();
    }
    return moved.end;
  }

  /** Waits at the gate of a key for the key's sake. */
  private static final class KeyMoved implements Waiting {
    final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public void resume() {
      end.complete(null);
    }

    @Override
    public void fail(Throwable cause) {
      end.completeExceptionally(cause);
    }
  }
}
