package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code lru_crawler metadump hash}: the keys of one node, by a walk along the server's table of
 * all items. It is no snapshot: a key that is written meanwhile may come or not. (The walk that
 * {@code all} asks for, along lists by age, leaves out items that are in use at that moment.) What
 * is sent on the same socket waits for its end.
 */
public final class MetadumpText extends TextOperation {

  private static final String KEY = "key=";

  private final Consumer<byte[]> taker;
  private final Reply<Boolean> reply;
  private @Nullable RuntimeException failure;

  /**
   * Lists the keys.
   *
   * @param taker gets each key on the socket's thread, also one that only base64 can carry; may
   *     block there, which stops the server's reply. If it throws it gets no more keys, and the
   *     operation fails at the end of the list.
   */
  public MetadumpText(Consumer<byte[]> taker) {
    this(taker, new Reply<>());
  }

  private MetadumpText(Consumer<byte[]> taker, Reply<Boolean> reply) {
    super(reply, LineBuffer.endingWithLf());
    this.taker = taker;
    this.reply = reply;
    reply.of(this);
  }

  /**
   * The end of the list.
   *
   * @return the same at each call; true when all keys were listed, false when the server has
   *     another list to do and is to be asked later. Fails as {@link MetaOperation#reply} does,
   *     among others when the server's crawler is switched off.
   */
  public CompletableFuture<Boolean> reply() {
    return reply.future();
  }

  @Override
  public void initialize() {
    setBuffer(ByteBuffer.wrap("lru_crawler metadump hash\r\n".getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  void onLine(String line) throws IOException {
    if (line.startsWith(KEY)) {
      take(key(line));
    } else if (line.equals("END")) {
      end();
    } else if (line.startsWith("BUSY")) {
      reply.answer(this, false);
    } else if (line.startsWith("BADCLASS")) {
      fail(new CressException("the server does not know " + this));
    } else {
      throw unexpected();
    }
  }

  private void take(byte[] key) {
    if (failure != null || !isWanted()) {
      return;
    }
    try {
      taker.accept(key);
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void end() {
    if (failure == null) {
      reply.answer(this, true);
    } else {
      fail(new CressException("a key of the list could not be taken", failure));
    }
  }

  /* key=a%20b exp=-1 la=1700000000 cas=4 fetch=no cls=1 size=65 */
  private static byte[] key(String line) throws IOException {
    int end = line.indexOf(' ');
    String text = line.substring(KEY.length(), end < 0 ? line.length() : end);
    ByteArrayOutputStream key = new ByteArrayOutputStream(text.length());
    try {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) == '%') {
          key.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
          i += 2;
        } else {
          key.write(text.charAt(i));
        }
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException("a key of the list is not percent-encoded", e);
    }
    return key.toByteArray();
  }

  @Override
  public String toString() {
    return "lru_crawler metadump hash";
  }
}
