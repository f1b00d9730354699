package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.GetAndTouchOperation;
import org.jspecify.annotations.Nullable;

/**
 * Get-and-touch by the meta command {@code mg}: the value with its CAS token, and a new expiry.
 * Needs a server of 1.6.10 or newer.
 */
final class GetAndTouchMeta extends KeyedTextOperation
    implements GetAndTouchOperation, NeedsMetaCommands {

  private final int expiration;
  private final Values values;
  private @Nullable ValueHeader header;

  GetAndTouchMeta(
      String key, int expiration, boolean tombstones, GetAndTouchOperation.Callback caller) {
    super("mg", key, caller);
    this.expiration = expiration;
    this.values =
        new Values(
            (of, data) -> caller.gotData(key, of.flags(), CasToken.of(socketTag(), of.cas()), data),
            tombstones);
  }

  @Override
  String arguments() {
    return " v f c T" + expiration;
  }

  @Override
  void onLine(String reply) throws IOException {
    if (reply.equals("EN")) {
      values.end(this);
    } else {
      header = parse(reply);
      expectBlock(header.length());
    }
  }

  @Override
  void onBlock(byte[] data) {
    if (header != null) {
      values.deliver(header, data);
      values.end(this);
    }
  }

  /* VA length f<flags> c<cas>; other flags, such as W and Z of a lease, are passed over. */
  private ValueHeader parse(String reply) throws IOException {
    String[] parts = reply.split(" ", -1);
    if (parts.length < 2 || !parts[0].equals("VA")) {
      throw unexpected();
    }
    try {
      int flags = 0;
      long cas = 0;
      for (String part : parts) {
        if (part.startsWith("f")) {
          flags = Integer.parseUnsignedInt(part.substring(1));
        } else if (part.startsWith("c")) {
          cas = Long.parseUnsignedLong(part.substring(1));
        }
      }
      return new ValueHeader(key(), flags, Integer.parseInt(parts[1]), cas);
    } catch (NumberFormatException e) {
      throw new IOException("a value has a header without its numbers", e);
    }
  }

  @Override
  public int getExpiration() {
    return expiration;
  }
}
