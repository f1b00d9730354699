package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationStatus;

/** Ends a split operation with the last of its parts. Thread-safe. */
final class PartsEnd {

  private final MultiGetText whole;
  private final AtomicInteger left;
  private final List<MultiGetText> parts = new ArrayList<>();
  private volatile boolean found;

  PartsEnd(MultiGetText whole, int parts) {
    this.whole = whole;
    this.left = new AtomicInteger(parts);
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
      }
    };
  }

  private void end() {
    for (MultiGetText part : parts) {
      if (part.hasErrored()) {
        whole.fail(
            new CressException(
                String.valueOf(part.getException().getMessage()), part.getException().getCause()));
        return;
      }
    }
    boolean answered = parts.stream().allMatch(TextOperation::isAnswered);
    if (answered) {
      whole.finish(MultiGetText.status(found));
    } else {
      whole.fail(new CressException("a part of the operation was given up"));
    }
  }
}
