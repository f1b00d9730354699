package dev.cress.redis.internal.routing;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.ReplicaFailureException;
import dev.cress.redis.internal.command.CommandCopy;
import dev.cress.redis.internal.command.Nothing;
import dev.cress.redis.internal.command.ReplyPart;
import dev.cress.redis.internal.command.Request;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A write on its way to all copies of its keys. Thread-safe. */
final class ReplicaWrite implements CommandCopy.Sender {

  /* The user's command ends as soon as enough copies have the write. The others are waited for no
   * longer than a user would: then the breaker of their nodes is told, as for any late reply. */

  private final RedisCommand<?, ?, ?> command;
  private final String name;
  private final List<Replica> replicas;
  private final int needed;
  private final CommandMeters meters;
  private final long deadline;
  private final @Nullable ReplyPart[] replies;
  private final @Nullable Throwable[] failures;
  private int done;
  private int ended;
  private volatile boolean acknowledged;

  /**
   * Creates a write; nothing is sent yet.
   *
   * @param command the user's command
   * @param replicas where it goes
   * @param needed how many of them must have it
   * @param patience how long the others are waited for, in ns
   * @param meters told of copies that have missed it
   */
  ReplicaWrite(
      RedisCommand<?, ?, ?> command,
      List<Replica> replicas,
      int needed,
      long patience,
      CommandMeters meters) {
    this.command = command;
    this.name = String.valueOf(command.getType());
    this.replicas = replicas;
    this.needed = needed;
    this.meters = meters;
    this.deadline = System.nanoTime() + patience;
    this.replies = new ReplyPart[replicas.size()];
    this.failures = new Throwable[replicas.size()];
  }

  void start() {
    Request request = Request.of(command);
    for (int copy = 0; copy < replicas.size(); copy++) {
      replicas
          .get(copy)
          .connection()
          .write(new CommandCopy(request.type(), request.args(), copy, this));
    }
  }

  @Override
  public boolean isOver() {
    return acknowledged ? System.nanoTime() - deadline >= 0 : command.isDone();
  }

  @Override
  public void ended(int copy, @Nullable ReplyPart reply, @Nullable Throwable failure) {
    ReplyPart success = null;
    Throwable end = null;
    synchronized (this) {
      replies[copy] = reply;
      failures[copy] = failure;
      ended++;
      done += failure == null ? 1 : 0;
      if (!acknowledged && done >= needed) {
        acknowledged = true;
        success = firstReply();
      } else if (!acknowledged && ended == replicas.size()) {
        end = failure();
      }
      countMissed();
    }
    if (success != null) {
      ReplyPart.complete(command, success);
    } else if (end != null) {
      command.completeExceptionally(end);
    }
  }

  /* What no copy has done, none has missed. */
  private void countMissed() {
    if (ended < replicas.size() || done == 0) {
      return;
    }
    for (int copy = 0; copy < failures.length; copy++) {
      if (failures[copy] != null) {
        meters.copyMissed(replicas.get(copy).node().name());
      }
    }
  }

  /* That of a copy that had something: one that had lost the key knows nothing of its value. */
  private ReplyPart firstReply() {
    ReplyPart first = null;
    for (ReplyPart reply : replies) {
      if (reply != null && !Nothing.isIn(reply, name)) {
        return reply;
      }
      first = first == null ? reply : first;
    }
    return Objects.requireNonNull(first);
  }

  /* When no copy has it and all say so alike, it is as if there was but one of them. */
  private Throwable failure() {
    Map<String, Throwable> byNode = new LinkedHashMap<>();
    List<String> doneOn = new ArrayList<>();
    for (int copy = 0; copy < failures.length; copy++) {
      Throwable failure = failures[copy];
      if (failure == null) {
        doneOn.add(replicas.get(copy).node().name());
      } else {
        byNode.put(replicas.get(copy).node().name(), failure);
      }
    }
    if (doneOn.isEmpty()
        && (areAll(byNode, RedisCommandExecutionException.class)
            || areAll(byNode, NodeUnavailableException.class))) {
      return byNode.values().iterator().next();
    }
    return new ReplicaFailureException(name, needed, doneOn, byNode);
  }

  private static boolean areAll(Map<String, Throwable> failures, Class<?> kind) {
    return failures.values().stream().allMatch(kind::isInstance);
  }
}
