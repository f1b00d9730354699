package dev.cress.selector;

import dev.cress.hash.KeyHash;
import dev.cress.hash.KeyTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hashes all that decides a placement. Every text is written with its length, every number with a
 * fixed width, big-endian, so that different inputs never give the same bytes.
 */
final class Fingerprint {

  private static final int NO_TEXT = -1;

  private ByteBuffer out = ByteBuffer.allocate(1024);

  private Fingerprint() {}

  static long of(String selectorId, KeyTag keyTag, NodeSet nodes) {
    return of(selectorId, keyTag, nodes, List.of());
  }

  /** As above, and over what a preset reads of each node beside its name. */
  static long of(String selectorId, KeyTag keyTag, NodeSet nodes, List<String> identities) {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.write(selectorId);
    fingerprint.write(keyTag.id());
    fingerprint.write(nodes.size());
    for (Node node : nodes) {
      fingerprint.write(node.name());
      fingerprint.write(Double.doubleToLongBits(node.weight()));
      fingerprint.write(node.zone());
    }
    identities.forEach(fingerprint::write);
    return KeyHash.of(fingerprint.out.array(), 0, fingerprint.out.position());
  }

  private void write(@Nullable String text) {
    if (text == null) {
      write(NO_TEXT);
    } else {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      write(bytes.length);
      room(bytes.length).put(bytes);
    }
  }

  private void write(long number) {
    room(Long.BYTES).putLong(number);
  }

  private ByteBuffer room(int bytes) {
    if (out.remaining() < bytes) {
      out = ByteBuffer.allocate(2 * (out.position() + bytes)).put(out.flip());
    }
    return out;
  }
}
