package dev.cress.hash;

import java.util.zip.CRC32;

/**
 * Cyclic redundancy checks as hashes. CRC-32 is the one of <a
 * href="https://www.rfc-editor.org/rfc/rfc1952#section-8">RFC 1952</a>. CRC-16 is the one of <a
 * href="https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#appendix-a-crc16-reference-implementation-in-ansi-c">the
 * Redis Cluster specification</a>, kept in a register of 32 bits that is never cut to 16.
 */
final class Crc {

  static final HashFunction CRC32 = new NamedHash("crc32", Integer.SIZE, Crc::crc32);
  static final HashFunction CRC32_RAW =
      new NamedHash("crc32-raw", Integer.SIZE, (bytes, from, to) -> ~crc32(bytes, from, to));
  static final HashFunction CRC32_SHORT =
      new NamedHash("crc32-15", 15, (bytes, from, to) -> crc32(bytes, from, to) >>> 16);
  static final HashFunction CRC16 = new NamedHash("crc16-uncut", Integer.SIZE, Crc::crc16);

  private static final ThreadLocal<CRC32> REGISTER = ThreadLocal.withInitial(CRC32::new);
  private static final int[] CRC16_OF_BYTE = crc16OfEachByte();

  private Crc() {}

  private static long crc32(byte[] bytes, int from, int to) {
    CRC32 register = REGISTER.get();
    register.reset();
    register.update(bytes, from, to - from);
    return register.getValue();
  }

  private static int crc16(byte[] bytes, int from, int to) {
    int register = 0;
    for (int i = from; i < to; i++) {
      register = register << 8 ^ CRC16_OF_BYTE[(register >>> 8 ^ bytes[i]) & 0xff];
    }
    return register;
  }

  private static int[] crc16OfEachByte() {
    int[] table = new int[256];
    for (int value = 0; value < table.length; value++) {
      int register = value << 8;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        boolean carry = (register & 0x8000) != 0;
        register = (register << 1 ^ (carry ? 0x1021 : 0)) & 0xffff;
      }
      table[value] = register;
    }
    return table;
  }
}
