package dev.cress.memcached.internal.operation;

import java.util.concurrent.CompletableFuture;

/**
 * A meta command on one key, whose answer is a value. The key is checked, as a server also lists
 * keys that other clients sent in base64 and that would end the line here.
 *
 * @param <R> the answer
 */
public abstract class MetaOperation<R> extends KeyedTextOperation implements NeedsMetaCommands {

  private final Reply<R> reply;

  MetaOperation(String name, byte[] key) {
    this(name, key, new Reply<>());
  }

  private MetaOperation(String name, byte[] key, Reply<R> reply) {
    super(name, key, reply);
    KeyCheck.check(key);
    this.reply = reply;
    reply.of(this);
  }

  /**
   * The answer. What depends on it runs on the socket's thread, or on that which ends the
   * operation, and must not block.
   *
   * @return the same at each call; completes when the operation ends, in whatever way. Fails with
   *     the {@link dev.cress.node.CressException} that the operation failed with, which has the
   *     server's text if the server refused it, or with one that tells of a cancel or a time-out.
   *     To cancel it does not cancel the operation.
   */
  public final CompletableFuture<R> reply() {
    return reply.future();
  }

  final void answer(R value) {
    reply.answer(this, value);
  }
}
