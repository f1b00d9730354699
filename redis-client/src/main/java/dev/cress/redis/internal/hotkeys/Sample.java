package dev.cress.redis.internal.hotkeys;

import java.nio.ByteBuffer;

/**
 * A key that was seen. Immutable; nobody else holds its bytes.
 *
 * @param node where its command went
 * @param key the encoded key
 * @param weight for how many keys it stands
 */
record Sample(String node, ByteBuffer key, int weight) {}
