package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import java.io.IOException;
import java.nio.ByteBuffer;
import net.spy.memcached.compat.log.Logger;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationErrorType;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.protocol.BaseOperationImpl;
import org.jspecify.annotations.Nullable;

/**
 * One request in memcached's text protocol and its reply. An error reply completes the operation
 * and leaves the connection alone; spymemcached's own operations throw, which cancels all that was
 * sent behind them. Its text never contains a key. Thread-safe as spymemcached's operations are.
 */
public abstract class TextOperation extends BaseOperationImpl {

  static final byte[] END_OF_LINE = {'\r', '\n'};
  private static final OperationCallback NOBODY =
      new OperationCallback() {
        @Override
        public void receivedStatus(OperationStatus status) {}

        @Override
        public void complete() {}
      };

  private final Completion completion;
  private final LineBuffer line;
  private byte @Nullable [] block;
  private int filled;
  private long received;
  private volatile int socketTag;
  private volatile boolean patient;

  TextOperation(OperationCallback caller) {
    this(caller, LineBuffer.endingWithCrLf());
  }

  TextOperation(OperationCallback caller, LineBuffer line) {
    this.line = line;
    completion = new Completion(caller);
    callback = completion;
  }

  /** Reads a line of the reply that is no error. */
  abstract void onLine(String reply) throws IOException;

  /** Reads a block of data that was asked for by {@link #expectBlock}. */
  void onBlock(byte[] data) throws IOException {
    throw unexpected();
  }

  /** Says that the reply goes on with a block of data and its CR LF. */
  final void expectBlock(int length) throws IOException {
    if (length < 0) {
      throw unexpected();
    }
    block = new byte[length];
    filled = 0;
  }

  final void finish(OperationStatus status) {
    callback.receivedStatus(status);
    transitionState(OperationState.COMPLETE);
  }

  /** Ends the connection: what follows cannot be told apart from the reply to another request. */
  final IOException unexpected() {
    return new IOException("unexpected reply to " + this);
  }

  /** The status that the caller gets when the operation fails. */
  OperationStatus failed(String message) {
    return new OperationStatus(false, message, StatusCode.ERR_INTERNAL);
  }

  /**
   * Fails the operation, unless it has been answered.
   *
   * @param cause why; becomes the cause of the exception that spymemcached throws
   */
  public final synchronized void fail(CressException cause) {
    fail(OperationErrorType.SERVER, String.valueOf(cause.getMessage()), cause);
  }

  /* The only way to record an exception is spymemcached's handleError, which throws it and tells
   * the caller before a cause can be added; so nobody listens meanwhile. */
  private synchronized void fail(
      OperationErrorType type, String message, @Nullable Throwable cause) {
    if (getState() == OperationState.COMPLETE) {
      return;
    }
    callback = NOBODY;
    OperationException recorded = record(type, message);
    if (cause != null) {
      recorded.initCause(cause);
    }
    callback = completion;
    completion.receivedStatus(failed(message));
    completion.complete();
  }

  private OperationException record(OperationErrorType type, String message) {
    try {
      super.handleError(type, message);
    } catch (OperationException e) {
      return e;
    } catch (IOException e) {
      throw new IllegalStateException("spymemcached records no other exception", e);
    }
    throw new IllegalStateException("spymemcached recorded no exception");
  }

  /**
   * Sets what runs when the operation ends, however that is, just before its caller is told. For
   * one use.
   *
   * @param atEnd cheap, does not block
   */
  public final void onEnd(Runnable atEnd) {
    completion.listen(atEnd);
  }

  /**
   * Tells whether the operation was answered by a server without an error.
   *
   * @return false as long as it is under way, and when it failed, was cancelled or timed out
   */
  public final boolean isAnswered() {
    return getState() == OperationState.COMPLETE
        && !hasErrored()
        && !isCancelled()
        && !isTimedOut();
  }

  /**
   * Why the operation has no answer.
   *
   * @return what it failed with, which has the server's text if the server refused it, or what
   *     tells of a cancel or a time-out
   */
  public final CressException failure() {
    if (!hasErrored()) {
      return new CressException(this + (isCancelled() ? " was cancelled" : " timed out"));
    }
    return getException().getCause() instanceof CressException cause
        ? cause
        : new CressException(String.valueOf(getException().getMessage()));
  }

  /**
   * Tells whether the caller still waits for this operation.
   *
   * @return false once it ended in whatever way
   */
  public final boolean isWanted() {
    return !completion.isDone();
  }

  /**
   * Tells the operation which socket it is given to, before it is.
   *
   * @param tag the socket's tag
   */
  public final void givenTo(int tag) {
    socketTag = tag;
  }

  /** The tag of the socket that the operation was given to, 0 before. */
  final int socketTag() {
    return socketTag;
  }

  /**
   * How much of the reply has come. To be asked on the thread that reads it.
   *
   * @return in bytes
   */
  public final long received() {
    return received;
  }

  /** Lets the operation wait to be sent for as long as its connection lasts. */
  public final void waitWithoutLimit() {
    patient = true;
  }

  @Override
  public final synchronized boolean isTimedOut(long afterMillis) {
    return patient ? isTimedOut() : super.isTimedOut(afterMillis);
  }

  @Override
  public final void readFromBuffer(ByteBuffer data) throws IOException {
    int before = data.remaining();
    while (getState() != OperationState.COMPLETE && data.hasRemaining()) {
      if (block == null) {
        readLine(data);
      } else {
        readBlock(data, block);
      }
    }
    received += before - data.remaining();
  }

  private void readLine(ByteBuffer data) throws IOException {
    String reply = line.read(data);
    if (reply == null) {
      return;
    }
    OperationErrorType error = errorType(reply);
    if (error == null) {
      onLine(reply);
    } else {
      fail(error, reply, null);
    }
  }

  private static @Nullable OperationErrorType errorType(String reply) {
    if (reply.startsWith("CLIENT_ERROR")) {
      return OperationErrorType.CLIENT;
    }
    if (reply.startsWith("SERVER_ERROR")) {
      return OperationErrorType.SERVER;
    }
    // Not GENERAL: spymemcached's exception of that type has no message.
    return reply.startsWith("ERROR") ? OperationErrorType.SERVER : null;
  }

  private void readBlock(ByteBuffer data, byte[] into) throws IOException {
    int length = Math.min(into.length - filled, data.remaining());
    if (length > 0) {
      data.get(into, filled, length);
      filled += length;
    }
    while (filled >= into.length && filled < into.length + 2 && data.hasRemaining()) {
      if (data.get() != END_OF_LINE[filled - into.length]) {
        throw unexpected();
      }
      filled++;
    }
    if (filled == into.length + 2) {
      block = null;
      onBlock(into);
    }
  }

  @Override
  public byte @Nullable [] getErrorMsg() {
    return null;
  }

  @Override
  protected final Logger getLogger() {
    return QuietLogger.INSTANCE;
  }

  /** The command's name, without keys or values. */
  @Override
  public abstract String toString();
}
