package dev.cress.memcached.internal.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationStatus;

/** Ends a split operation with the last of its parts. Thread-safe. */
final class PartsEnd {

  private final MultiGetText whole;
  private final AtomicInteger left;
  private final Runnable atEndOfEach;
  private final List<MultiGetText> parts = new ArrayList<>();
  private volatile boolean found;

  PartsEnd(MultiGetText whole, int parts, Runnable atEndOfEach) {
    this.whole = whole;
    this.left = new AtomicInteger(parts);
    this.atEndOfEach = atEndOfEach;
  }

  void add(MultiGetText part) {
    parts.add(part);
  }

  GetOperation.Callback callback(GetOperation.Callback caller) {
    return new GetOperation.Callback() {
      @Override
      public void gotData(String key, int flags, byte[] data) {
        found = true;
        caller.gotData(key, flags, data);
      }

      @Override
      public void receivedStatus(OperationStatus status) {}

      @Override
      public void complete() {
        if (left.decrementAndGet() == 0) {
          end();
        }
        atEndOfEach.run();
      }
    };
  }

  private void end() {
    Optional<MultiGetText> failed = parts.stream().filter(part -> !part.isAnswered()).findFirst();
    if (failed.isPresent()) {
      whole.fail(failed.get().failure());
    } else {
      whole.finish(MultiGetText.status(found));
    }
  }
}
