package dev.cress.examples.demo;

import dev.cress.examples.demo.Life.State;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One key in one cache, with all that a perfect cache would know of it: each answer is compared
 * with that. One command at a time; not thread-safe.
 */
final class TrackedKey {

  /** A clock that was read is up to 1 ms behind. */
  private static final long CLOCK_STEP = 1;

  private final Entry<?> entry;
  private final Tally tally;

  /** What the cache must hold; null: nothing. */
  private @Nullable Value value;

  private Life life = Life.ENDLESS;

  /** After a failure, a wrong answer or a command that met the expiry: to be written anew. */
  private boolean unsure;

  /** Tracks a key that does not exist yet. */
  TrackedKey(Entry<?> entry, Tally tally) {
    this.entry = entry;
    this.tally = tally;
  }

  /** Does what an application would do next, by chance, and compares the answer. */
  CompletionStage<Void> use(RandomGenerator random) {
    int dice = random.nextInt(100);
    int seed = random.nextInt(Integer.MAX_VALUE);
    if (unsure) {
      return rewrite(seed);
    }
    if (value == null) {
      return dice < 50 ? read() : create(seed);
    }
    if (dice < 60 || stateSince(now()) == State.EXPIRED) {
      return read();
    }
    if (dice < 78) {
      return value.changes() < Value.MOST_CHANGES ? change(value.changed()) : rewrite(seed);
    }
    if (dice < 84) {
      return readTimeLeft();
    }
    if (dice < 87 && entry.ttl() != 0) {
      return renew();
    }
    return dice < 93 ? rewrite(seed) : delete();
  }

  /** Writes a key that does not exist. */
  CompletionStage<Void> create(int seed) {
    Value created = new Value(seed, 0);
    long sent = now();
    return ask(
        () -> entry.create(created),
        (reply, state) -> {
          value = created;
          life = lifeSince(sent);
          if (!entry.kind().reply().apply(created).equals(reply)) {
            wrong("was not created as if nothing had been there: " + reply);
          }
        });
  }

  /** Reads the key for the last time, if it is known what it must hold. */
  CompletionStage<Void> check() {
    return unsure ? CompletableFuture.completedFuture(null) : read();
  }

  private CompletionStage<Void> rewrite(int seed) {
    return delete()
        .thenCompose(done -> unsure ? CompletableFuture.completedFuture(null) : create(seed));
  }

  private CompletionStage<Void> read() {
    return ask(entry::read, this::checkRead);
  }

  private void checkRead(@Nullable Object reply, State state) {
    boolean nothing = Objects.equals(reply, entry.content(null));
    boolean right = Objects.equals(reply, entry.content(value));
    boolean mustExist = value != null && state == State.ALIVE;
    if (mustExist) {
      tally.read(right);
    }
    if (value != null && state == State.EXPIRED && !nothing) {
      ttlError("lives longer than it may");
    } else if (mustExist ? !right : !right && !nothing) {
      wrong(nothing ? "is lost" : value == null ? "was deleted but is back" : "has a wrong value");
    } else if (nothing) {
      value = null;
    }
  }

  private CompletionStage<Void> change(Value changed) {
    long sent = now();
    return ask(
        () -> entry.change(changed),
        (reply, state) -> {
          value = changed;
          if (entry.kind().renewsLife()) {
            life = lifeSince(sent);
          }
          if (state != State.ALIVE) {
            unsure = true;
          } else if (!entry.kind().reply().apply(changed).equals(reply)) {
            wrong("was changed but not from its last value: " + reply);
          }
        });
  }

  private CompletionStage<Void> renew() {
    long sent = now();
    return ask(
        entry::renew,
        (reply, state) -> {
          life = lifeSince(sent);
          if (state != State.ALIVE) {
            unsure = true;
          } else if (!Boolean.TRUE.equals(reply)) {
            wrong("was lost before its life was renewed");
          }
        });
  }

  private CompletionStage<Void> delete() {
    boolean certain = !unsure && value != null;
    return ask(
        entry::delete,
        (reply, state) -> {
          value = null;
          unsure = false;
          life = Life.ENDLESS;
          if (certain && state == State.ALIVE && !Boolean.TRUE.equals(reply)) {
            wrong("was lost before it was deleted");
          }
        });
  }

  private CompletionStage<Void> readTimeLeft() {
    long sent = now();
    return ask(
        entry::timeLeft,
        (reply, state) -> {
          TimeLeft left = (TimeLeft) Objects.requireNonNull(reply);
          switch (left.answer()) {
            case UNKNOWN -> {}
            case NO_KEY -> checkGone(state);
            case ENDLESS -> checkLife(Life.ENDLESS);
            case ENDS -> checkLife(Life.of(left.millis(), sent, now(), CLOCK_STEP));
          }
        });
  }

  private void checkGone(State state) {
    if (state == State.ALIVE) {
      wrong("is lost");
    }
  }

  private void checkLife(Life seen) {
    if (seen.isEndless() || life.isEndless()) {
      if (seen.isEndless() != life.isEndless()) {
        ttlError(seen.isEndless() ? "has lost its expiry" : "has an expiry that nobody set");
      }
      return;
    }
    Drift allowed = entry.cache().drift();
    long earlier = life.earliest() - seen.latest();
    long later = seen.earliest() - life.latest();
    tally.lifeLost(earlier);
    if (later > allowed.later()) {
      ttlError("expires " + later + " ms later than it may");
    } else if (earlier > allowed.earlier()) {
      ttlError("expires " + earlier + " ms earlier than it may");
    }
  }

  /** Compares a reply; told what was known of the key's life. */
  private interface Check {
    void accept(@Nullable Object reply, State state);
  }

  private CompletionStage<Void> ask(Supplier<CompletionStage<?>> command, Check check) {
    long sent = now();
    return command
        .get()
        .handle(
            (reply, failure) -> {
              tally.operation();
              if (failure == null) {
                check.accept(reply, stateSince(sent));
              } else {
                wrong("cannot be used: " + failure);
              }
              return (Void) null;
            });
  }

  private State stateSince(long sent) {
    return life.between(sent, now(), entry.cache().drift());
  }

  /** The life of a key whose time to live was just set. */
  private Life lifeSince(long sent) {
    return entry.ttl() == 0 ? Life.ENDLESS : Life.of(entry.ttl(), sent, now(), entry.rounding());
  }

  private void wrong(String what) {
    unsure = true;
    tally.wrongAnswer(entry.key() + " " + what);
  }

  private void ttlError(String what) {
    unsure = true;
    tally.ttlError(entry.key() + " " + what);
  }

  private static long now() {
    return System.currentTimeMillis();
  }
}
