/**
 * From the bytes of a key to its hash: which part of the key counts ({@link dev.cress.hash.KeyTag},
 * {@link dev.cress.hash.HashTag}, {@link dev.cress.hash.KeyTags}) and the hash of it: the 64 bits
 * of {@link dev.cress.hash.KeyHash}, or one of the {@link dev.cress.hash.HashFunctions} of other
 * clients.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.hash;
