package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyHash;
import dev.cress.hash.KeyTag;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A key belongs to a slot, and a slot orders the nodes by rendezvous as if it were a key. */
final class RendezvousTablePlacement extends HashedPlacement {

  /*
   * A slot's hash is the XXH3 of its number in four bytes, big-endian, whatever the function for
   * keys. The table keeps the first node of each slot; the others are computed when asked for.
   */
  private final HashedPlacement rendezvous;
  private final SlotTable slots;

  /**
   * @param rendezvous orders the nodes for the hash of a slot
   * @param slots the number of slots, a power of two
   */
  RendezvousTablePlacement(
      HashedPlacement rendezvous, HashFunction keyHash, KeyTag keyTag, int slots) {
    super(rendezvous.selector(), rendezvous.nodes(), keyHash, keyTag, rendezvous.fingerprint());
    this.rendezvous = rendezvous;
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
    int[] owners = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      owners[slot] = rendezvous.ownerIndex(KeyHash.of(number.putInt(0, slot).array()));
    }
    this.slots = SlotTable.byTopBits(owners);
  }

  @Override
  int ownerIndex(long hash) {
    return slots.nodeOf(hash);
  }

  @Override
  @Nullable Steps steps() {
    return slots.steps(hashBits());
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    byte[] slot = ByteBuffer.allocate(Integer.BYTES).putInt(slots.slotOf(hash)).array();
    return rendezvous.firstIndex(KeyHash.of(slot), candidates);
  }
}
