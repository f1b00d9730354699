package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.connection.DedicatedLink;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.CompleteableCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The transactions of one facade, one after the other. Thread-safe. */
final class Transactions {

  /*
   * MULTI is answered here, and commands are kept until EXEC: then all go to the node of their keys
   * as one batch. So no server is ever inside an open transaction, and a change of the topology never
   * has to wait for one: the batch passes the gates of its keys like any command. It goes over the
   * shared connection, in order with the facade's other commands.
   *
   * Watched keys need a connection of their own. A WATCH, and the EXEC after it, go over that one,
   * each when all that was sent before is answered; and until it is answered itself, the facade sends
   * nothing else ("step"). So the caller's order is kept. A step ends early when its caller gives up,
   * so that a silent node holds up the others' commands for no longer than that.
   * If a change moves watched keys, the transaction fails: see Watch.
   */

  private final Dispatcher dispatcher;
  private final OwnLinks links;
  private final Executor executor;
  private final Consumer<RedisCommand<?, ?, ?>> onward;

  private final Deque<RedisCommand<?, ?, ?>> later = new ArrayDeque<>();
  private @Nullable Collected open;
  private @Nullable Watch watch;
  private boolean stepping;
  private @Nullable Thread sendingLater;
  private boolean closed;
  private volatile boolean engaged;

  /**
   * Creates the transactions of one facade.
   *
   * @param onward sends a command that belongs to no transaction
   */
  Transactions(
      Dispatcher dispatcher,
      OwnLinks links,
      Executor executor,
      Consumer<RedisCommand<?, ?, ?>> onward) {
    this.dispatcher = dispatcher;
    this.links = links;
    this.executor = executor;
    this.onward = onward;
  }

  /** Keeps a command if it must not be sent yet. Cheap while there is no transaction. */
  boolean takes(RedisCommand<?, ?, ?> command) {
    if (!engaged) {
      return false;
    }
    synchronized (this) {
      boolean otherThreadSends =
          sendingLater != null && !sendingLater.equals(Thread.currentThread());
      if (stepping || otherThreadSends) {
        later.add(command);
        return true;
      }
    }
    Collected collecting = collecting();
    return collecting != null && collecting.takes(command);
  }

  private synchronized @Nullable Collected collecting() {
    return open;
  }

  /** Carries out a command of kind TRANSACTION. */
  void control(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    switch (spec.name()) {
      case "MULTI" -> multi(command);
      case "EXEC" -> exec(command);
      case "DISCARD" -> discard(command);
      case "WATCH" -> watch(command, spec);
      default -> unwatch(command);
    }
  }

  private void multi(RedisCommand<?, ?, ?> command) {
    boolean nested;
    synchronized (this) {
      nested = open != null;
      open = nested ? open : new Collected(dispatcher);
      engaged = true;
    }
    if (nested) {
      Replies.error(command, "ERR MULTI calls can not be nested");
    } else {
      Replies.ok(command);
    }
  }

  private void exec(RedisCommand<?, ?, ?> command) {
    Collected ending;
    Watch watched;
    synchronized (this) {
      if (postponed(command)) {
        return;
      }
      ending = open;
      watched = watch;
      if (ending != null) {
        open = null;
        stepping = watched != null;
      }
      engaged = isEngaged();
    }
    if (ending == null) {
      Replies.error(command, "ERR EXEC without MULTI");
    } else if (watched == null) {
      new Exec(command, ending, null, dispatcher, () -> {}).begin();
    } else {
      Step step = new Step();
      Exec exec = new Exec(command, ending, watched, dispatcher, () -> stepEnded(step, null));
      endWhenGivenUp(command, step, watched, null);
      OwnLinks.answered(watched.node())
          .whenCompleteAsync(
              (pong, failure) -> {
                if (failure == null || hasLeft(command, watched)) {
                  exec.begin(); // which tells of a move
                } else {
                  exec.fail(OwnLinks.reason(failure));
                }
              },
              executor);
    }
  }

  private boolean hasLeft(RedisCommand<?, ?, ?> command, Watch watched) {
    return OneNode.haveLeft(dispatcher.router(), command, watched.keys(), watched.node());
  }

  private void discard(RedisCommand<?, ?, ?> command) {
    Collected ending;
    synchronized (this) {
      ending = open;
      open = null;
      engaged = isEngaged();
    }
    if (ending == null) {
      Replies.error(command, "ERR DISCARD without MULTI");
    } else {
      ending.queued();
      unwatch(command);
    }
  }

  private void watch(RedisCommand<?, ?, ?> command, CommandSpec spec) {
    List<byte[]> keys = spec.keys(command);
    Dispatcher.refuseInternal(keys);
    Watch before;
    synchronized (this) {
      if (postponed(command)) {
        return;
      }
      if (open != null) {
        throw new RedisCommandExecutionException("ERR WATCH inside MULTI is not allowed");
      }
      stepping = true;
      engaged = true;
      before = watch == null || watch.isBroken() ? null : watch;
    }
    Step step = new Step();
    endWhenGivenUp(command, step, null, before == null ? null : before.broken());
    new WatchStep(command, keys, before, dispatcher, links, executor, next -> stepEnded(step, next))
        .begin();
  }

  /** A WATCH or an EXEC during which nothing else is sent. Guarded by the transactions' lock. */
  private static final class Step {
    boolean ended;
  }

  private void endWhenGivenUp(
      RedisCommand<?, ?, ?> command, Step step, @Nullable Watch cut, @Nullable Watch next) {
    if (command instanceof CompleteableCommand<?> completeable) {
      completeable.onComplete(
          (value, failure) -> {
            if (failure instanceof CancellationException
                || failure instanceof RedisCommandTimeoutException) {
              if (cut != null) {
                cut.link().close();
              }
              stepEnded(step, next);
            }
          });
    }
  }

  private void unwatch(RedisCommand<?, ?, ?> command) {
    Watch last;
    synchronized (this) {
      last = watch;
      watch = null;
    }
    forget(last);
    Replies.ok(command);
  }

  /* Two threads may begin a step at once; the second comes after the first. */
  private boolean postponed(RedisCommand<?, ?, ?> command) {
    if (stepping) {
      later.add(command);
    }
    return stepping;
  }

  private boolean isEngaged() {
    return open != null || stepping || sendingLater != null;
  }

  private void stepEnded(Step step, @Nullable Watch next) {
    Map<DedicatedLink, Watch> unused = new HashMap<>();
    boolean late;
    synchronized (this) {
      late = step.ended;
      step.ended = true;
      note(unused, watch);
      note(unused, next);
      if (!late) {
        watch = closed ? null : next;
      }
      if (watch != null) {
        unused.remove(watch.link());
      }
    }
    unused.values().forEach(this::forget);
    if (late) {
      return;
    }
    try {
      executor.execute(this::sendLater);
    } catch (RejectedExecutionException e) {
      sendLater(); // the client is closed: nothing is sent any more
    }
  }

  private static void note(Map<DedicatedLink, Watch> watches, @Nullable Watch watch) {
    if (watch != null) {
      watches.put(watch.link(), watch);
    }
  }

  private void forget(@Nullable Watch last) {
    if (last != null) {
      last.link()
          .write(new Command<>(CommandType.UNWATCH, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
      links.giveBack(last.node(), last.link());
    }
  }

  /** Sends what has waited for a step, up to the next one. */
  private void sendLater() {
    synchronized (this) {
      stepping = false;
      sendingLater = Thread.currentThread();
    }
    for (RedisCommand<?, ?, ?> next = nextLater(); next != null; next = nextLater()) {
      if (!takes(next)) {
        onward.accept(next);
      }
    }
  }

  private synchronized @Nullable RedisCommand<?, ?, ?> nextLater() {
    RedisCommand<?, ?, ?> next = stepping ? null : later.poll();
    if (next == null) {
      sendingLater = null;
      engaged = isEngaged();
    }
    return next;
  }

  /** Ends what was begun; nothing of an open transaction is sent. */
  void close() {
    List<RedisCommand<?, ?, ?>> given = new ArrayList<>();
    Watch last;
    synchronized (this) {
      closed = true;
      given.addAll(later);
      later.clear();
      if (open != null) {
        given.addAll(open.commands());
        open = null;
      }
      last = stepping ? null : watch;
      watch = stepping ? watch : null;
    }
    given.forEach(RedisCommand::cancel);
    forget(last);
  }
}
