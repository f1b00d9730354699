package dev.cress.history;

import dev.cress.history.Operation.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Clients that share an {@link AtomicStore}, interleaved at random: every history is linearizable.
 * Not thread-safe; the same random numbers give the same history.
 */
final class Simulation {
  private static final List<StoreKind> KINDS = List.of(StoreKind.values());
  private final SplittableRandom random;
  private final Profile profile;
  private final AtomicStore store = new AtomicStore();
  private final List<Command> late = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final @Nullable Sent[] clients;
  private String key = "";
  private long time;

  /**
   * How the clients behave.
   *
   * @param clients how many there are
   * @param failures the share of operations that fail, in most cases with unknown outcome
   * @param losses the share of steps before which the value vanishes
   * @param values how many different values are written
   */
  record Profile(int clients, double failures, double losses, int values) {}

  /** A command on its way, and its result once it was executed. */
  private record Sent(Command command, long invoked, boolean executed, @Nullable String result) {}

  Simulation(SplittableRandom random, Profile profile) {
    this.random = random;
    this.profile = profile;
    this.clients = new Sent[profile.clients()];
  }

  /** Returns the history of {@code count} operations on a key that has {@code initial} at first. */
  List<Operation> run(String name, @Nullable String initial, int count) {
    key = name;
    operations.clear();
    late.clear();
    store.reset(key, initial);
    int started = 0;
    while (operations.size() < count) {
      int client = random.nextInt(clients.length);
      Sent sent = clients[client];
      disturb();
      if (sent != null) {
        clients[client] = sent.executed() ? finish(client, sent) : execute(client, sent);
      } else if (started < count) {
        started++;
        clients[client] = new Sent(command(), tick(), false, null);
      }
    }
    return List.copyOf(operations);
  }

  private @Nullable Sent execute(int client, Sent sent) {
    if (random.nextDouble() < profile.failures() / 2) {
      boolean refused = random.nextInt(4) == 0;
      if (!refused) {
        late.add(sent.command());
      }
      return end(client, sent, refused ? new Outcome.NoEffect() : new Outcome.Unknown());
    }
    String result =
        takesItForAnother(sent.command()) ? "other" : store.execute(key, sent.command());
    return new Sent(sent.command(), sent.invoked(), true, result);
  }

  private boolean takesItForAnother(Command command) {
    return command.kind() == StoreKind.CAS && store.peek(key) != null && random.nextInt(4) == 0;
  }

  private @Nullable Sent finish(int client, Sent sent) {
    boolean failed = random.nextDouble() < profile.failures() / 2;
    return end(
        client, sent, failed ? new Outcome.Unknown() : new Outcome.Returned(sent.result(), tick()));
  }

  private @Nullable Sent end(int client, Sent sent, Outcome outcome) {
    operations.add(new Operation("client-" + client, key, sent.command(), sent.invoked(), outcome));
    return null;
  }

  /** Lets a value vanish or a command arrive whose client has given up. */
  private void disturb() {
    if (random.nextDouble() < profile.losses()) {
      store.reset(key, null);
    }
    if (!late.isEmpty() && random.nextInt(8) == 0) {
      store.execute(key, late.remove(random.nextInt(late.size())));
    }
  }

  private Command command() {
    StoreKind kind = KINDS.get(random.nextInt(KINDS.size()));
    return new Command(
        kind,
        Stream.generate(() -> "" + random.nextInt(profile.values()))
            .limit(kind.arguments())
            .toList());
  }

  /** Returns the time of an event; now and then that of the one before. */
  private long tick() {
    time += random.nextInt(8) == 0 ? 0 : 1;
    return time;
  }
}
