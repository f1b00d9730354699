package dev.cress.testservers;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Nodes of one kind that are started before they are wanted: a container takes about half a second
 * to start, in which a test does other things. What is left ends with the JVM. Thread-safe.
 */
final class Spares {

  private static final int READY = 2;

  private final Supplier<TestNode> starter;
  private final Queue<CompletableFuture<TestNode>> ready = new ArrayDeque<>();
  private boolean ended;

  Spares(Supplier<TestNode> starter) {
    this.starter = starter;
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "cress-test-servers-spares"));
  }

  /** Returns a node that was never used; starts another one for the next caller. */
  TestNode take() {
    try {
      return next().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private synchronized CompletableFuture<TestNode> next() {
    if (ended) {
      throw new IllegalStateException("The JVM is exiting");
    }
    while (ready.size() <= READY) {
      ready.add(CompletableFuture.supplyAsync(starter, Threads.EACH_ITS_OWN));
    }
    return ready.remove();
  }

  private void end() {
    Queue<CompletableFuture<TestNode>> left;
    synchronized (this) {
      ended = true;
      left = new ArrayDeque<>(ready);
      ready.clear();
    }
    CompletableFuture<?>[] closed =
        left.stream()
            .map(node -> node.thenAccept(TestNode::close))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(closed).exceptionally(failure -> null).join();
  }
}
