package dev.cress.migration;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** A mover whose moves end when the test says so. For one thread. */
final class ManualMover implements KeyMover {

  private final List<Flight> flights = new ArrayList<>();

  private record Flight(String key, CompletableFuture<Void> end) {}

  @Override
  public CompletionStage<Void> move(byte[] key, Node from, Node to) {
    Flight flight = new Flight(new String(key, UTF_8), new CompletableFuture<>());
    flights.add(flight);
    return flight.end();
  }

  /** The keys whose moves have begun, in order. */
  List<String> begun() {
    return flights.stream().map(Flight::key).toList();
  }

  void end(String key) {
    last(key).end().complete(null);
  }

  void fail(String key, Throwable cause) {
    last(key).end().completeExceptionally(cause);
  }

  private Flight last(String key) {
    return flights.stream()
        .filter(flight -> flight.key().equals(key) && !flight.end().isDone())
        .findFirst()
        .orElseThrow(() -> new AssertionError(key + " is not on its way"));
  }

  @Override
  public DrainPass drain(Node from, BooleanSupplier over) {
    return DrainPass.EMPTY;
  }

  @Override
  public long countUnmoved(Node from) {
    return 0;
  }
}
