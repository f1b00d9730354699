package dev.cress.memcached;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.memcached.internal.operation.MetaSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A client that leaves out one thing that the protocol needs. Thread-safe. */
final class NaiveCalls implements ServerCalls {

  /** What is left out. */
  enum Variant {
    /** The value that was taken is put whatever has become of the stub. */
    PUT_WITHOUT_TOKEN,
    /** The value is only read at the previous owner, which keeps it. */
    TAKE_KEEPS_THE_COPY,
    /** A set or delete goes to the owner without a look at the previous one. */
    WRITE_WITHOUT_RESOLVING,
    /** The lease of another counts as a miss. */
    LEASE_OF_ANOTHER_IS_A_MISS
  }

  private static final MetaItem SOMETHING =
      new MetaItem(MetaItem.State.PRESENT, 0, 0, -1, new byte[] {'?'});

  private final ServerCalls calls;
  private final Variant variant;
  private final Set<String> blind = ConcurrentHashMap.newKeySet();

  NaiveCalls(ServerCalls calls, Variant variant) {
    this.calls = calls;
    this.variant = variant;
  }

  /** A set or delete of the key comes next. */
  void blindWrite(String key) {
    blind.add(key);
  }

  @Override
  public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
    return same(naive(step, node, operation));
  }

  private CompletionStage<?> naive(Step step, NodeConnection node, MetaOperation<?> operation) {
    if (step == Step.LEASE && isBlind(operation)) {
      return CompletableFuture.completedFuture(SOMETHING);
    }
    return calls
        .call(step, node, exchanged(step, operation))
        .thenApply(answer -> step == Step.LEASE && isMistaken(answer) ? SOMETHING : answer);
  }

  private boolean isBlind(MetaOperation<?> operation) {
    return variant == Variant.WRITE_WITHOUT_RESOLVING
        && blind.remove(new String(operation.keyBytes(), StandardCharsets.UTF_8));
  }

  private boolean isMistaken(Object answer) {
    return variant == Variant.LEASE_OF_ANOTHER_IS_A_MISS
        && answer instanceof MetaItem item
        && item.state() == MetaItem.State.LEASED;
  }

  private MetaOperation<?> exchanged(Step step, MetaOperation<?> operation) {
    byte[] key = operation.keyBytes();
    if (variant == Variant.PUT_WITHOUT_TOKEN && step == Step.PUT) {
      return withoutToken(key, operation);
    } else if (variant == Variant.TAKE_KEEPS_THE_COPY && step == Step.TAKE) {
      return MetaGet.look(key);
    }
    return operation;
  }

  /** The same write as on its way to a server: {@code ms key length T… F… C…} and the data. */
  private static MetaSet withoutToken(byte[] key, MetaOperation<?> operation) {
    operation.initialize();
    ByteBuffer request = operation.getBuffer();
    byte[] bytes = new byte[request.remaining()];
    request.get(bytes);
    String line = new String(bytes, StandardCharsets.ISO_8859_1).lines().findFirst().orElseThrow();
    String[] words = line.split(" ", -1);
    byte[] data = new byte[operation.dataLength()];
    System.arraycopy(bytes, line.length() + 2, data, 0, data.length);
    int expiration = Integer.parseInt(words[3].substring(1));
    int flags = Integer.parseUnsignedInt(words[4].substring(1));
    return new MetaSet(key, MetaSet.Mode.SET, flags, expiration, data);
  }

  @SuppressWarnings("unchecked") // each operation is exchanged for one with the same kind of answer
  private static <R> CompletionStage<R> same(CompletionStage<?> stage) {
    return (CompletionStage<R>) stage;
  }
}
