package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.connection.DedicatedLink;
import dev.cress.redis.internal.connection.Failures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.CompleteableCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
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
  private final IdleLinks links;
  private final Executor executor;
  private final Consumer<RedisCommand<?, ?, ?>> onward;

  private final Steps steps;
  private volatile @Nullable Collected open;
  private @Nullable Watch watch;
  private @Nullable Step underWay;
  private boolean closed;

  /**
   * Creates the transactions of one facade.
   *
   * @param onward sends a command that belongs to no transaction
   */
  Transactions(
      Dispatcher dispatcher,
      IdleLinks links,
      Executor executor,
      Consumer<RedisCommand<?, ?, ?>> onward) {
    this.dispatcher = dispatcher;
    this.links = links;
    this.executor = executor;
    this.onward = onward;
    this.steps = new Steps(executor, this::send);
  }

  private void send(RedisCommand<?, ?, ?> command) {
    if (!takes(command)) {
      onward.accept(command);
    }
  }

  /** Keeps a command if it must not be sent yet. Cheap while there is no transaction. */
  boolean takes(RedisCommand<?, ?, ?> command) {
    if (open == null && !steps.isEngaged()) {
      return false;
    }
    if (steps.keeps(command)) {
      return true;
    }
    Collected collecting = open;
    return collecting != null && collecting.takes(command);
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
    }
    if (nested) {
      Replies.error(command, "ERR MULTI calls can not be nested");
    } else {
      Replies.ok(command);
    }
  }

  private void exec(RedisCommand<?, ?, ?> command) {
    Step step = new Step();
    Collected ending;
    Watch watched;
    synchronized (this) {
      if (steps.postpones(command)) {
        return;
      }
      ending = open;
      watched = watch;
      if (ending != null && watched != null) {
        begin(step);
      }
      open = null;
    }
    if (ending == null) {
      Replies.error(command, "ERR EXEC without MULTI");
    } else if (watched == null) {
      new Exec(command, ending, null, dispatcher, () -> {}).begin();
    } else {
      Exec exec = new Exec(command, ending, watched, dispatcher, () -> stepEnded(step, null));
      endWhenGivenUp(command, step, watched, null);
      IdleLinks.answered(watched.node())
          .whenCompleteAsync(
              (pong, failure) -> {
                if (failure == null || hasLeft(command, watched)) {
                  exec.begin(); // which tells of a move
                } else {
                  exec.fail(Failures.cause(failure));
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
    Step step = new Step();
    Watch before;
    synchronized (this) {
      if (steps.postpones(command)) {
        return;
      }
      if (open != null) {
        throw new RedisCommandExecutionException("ERR WATCH inside MULTI is not allowed");
      }
      begin(step);
      before = watch == null || watch.isBroken() ? null : watch;
    }
    endWhenGivenUp(command, step, null, before == null ? null : before.broken());
    new WatchStep(command, keys, before, dispatcher, links, executor, next -> stepEnded(step, next))
        .begin();
  }

  /** A WATCH or an EXEC during which nothing else is sent. Known by its identity. */
  private static final class Step {}

  private synchronized void begin(Step step) {
    underWay = step;
    steps.begin();
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

  private void stepEnded(Step step, @Nullable Watch next) {
    Map<DedicatedLink, Watch> unused = new HashMap<>();
    boolean late;
    synchronized (this) {
      late = !step.equals(underWay);
      note(unused, watch);
      note(unused, next);
      if (!late) {
        underWay = null;
        watch = closed ? null : next;
      }
      if (watch != null) {
        unused.remove(watch.link());
      }
    }
    unused.values().forEach(this::forget);
    if (!late) {
      steps.end();
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

  /** Ends what was begun; nothing of an open transaction is sent. */
  void close() {
    List<RedisCommand<?, ?, ?>> given;
    Watch last;
    synchronized (this) {
      closed = true;
      given = steps.drain();
      Collected ending = open;
      open = null;
      if (ending != null) {
        given.addAll(ending.commands());
      }
      last = underWay == null ? watch : null;
      watch = underWay == null ? null : watch;
    }
    given.forEach(RedisCommand::cancel);
    forget(last);
  }
}
