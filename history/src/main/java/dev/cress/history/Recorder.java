package dev.cress.history;

import dev.cress.history.Operation.Command;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the operations of many clients. Thread-safe; an operation costs two readings of the
 * clock and one append to a lock-free queue, about 100 ns and 100 bytes.
 *
 * <p>The clock is one counter for all clients. Its numbers order two events the way they really
 * happened, on every machine, and never tie.
 */
public final class Recorder {
  private final LongSupplier clock;
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

  /** Creates a recorder whose clock is a counter. */
  public Recorder() {
    this(new AtomicLong()::getAndIncrement);
  }

  /**
   * Creates a recorder with another clock, such as {@code System::nanoTime} to join the histories
   * of several processes of one Linux machine. Events at the same time count as concurrent.
   *
   * @param clock never gives an event a smaller number than one that happened before it
   */
  public Recorder(LongSupplier clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * Records that a client is about to send a command.
   *
   * @param client who sends it; for the report only
   * @param key the key; the checker treats keys apart
   * @param kind which command
   * @param arguments as many as the kind takes, else an {@link IllegalArgumentException}
   */
  public Call invoke(String client, String key, Kind kind, String... arguments) {
    Call call = new Call(client, key, new Command(kind, List.of(arguments)), clock);
    calls.add(call);
    return call;
  }

  /**
   * Returns all operations so far. Calls that have not ended count as unknown, so this is sound
   * while clients still run: whatever an answered operation can have seen was invoked before, and
   * is in the list.
   */
  public List<Operation> history() {
    return calls.stream().map(Call::operation).toList();
  }

  /** An operation on its way, to be ended once. Thread-safe. */
  public static final class Call {
    private final Operation pending;
    private final LongSupplier clock;
    private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();

    private Call(String client, String key, Command command, LongSupplier clock) {
      this.clock = clock;
      this.pending = new Operation(client, key, command, clock.getAsLong(), new Outcome.Unknown());
    }

    /**
     * Records the answer: its {@code toString()}, so that {@code 1L} is "1" and {@code true} is
     * "true". Call it once the answer is there.
     */
    public void returned(@Nullable Object result) {
      long now = clock.getAsLong();
      end(new Outcome.Returned(result == null ? null : result.toString(), now));
    }

    /** Records that the command was refused and certainly never takes effect. */
    public void failedWithoutEffect() {
      end(new Outcome.NoEffect());
    }

    /** Records that the client gave up: the command takes effect at any later moment, or never. */
    public void unknown() {
      end(new Outcome.Unknown());
    }

    private void end(Outcome end) {
      if (!outcome.compareAndSet(null, end)) {
        throw new IllegalStateException("a call ends once, but this one has: " + operation());
      }
    }

    private Operation operation() {
      Outcome end = outcome.get();
      return end == null
          ? pending
          : new Operation(
              pending.client(), pending.key(), pending.command(), pending.invoked(), end);
    }
  }
}
