/**
 * From the bytes of a key to its hash: which part of the key counts ({@link
 * dev.cress.hash.HashTag}) and the 64-bit hash of it ({@link dev.cress.hash.KeyHash}).
 */
@org.jspecify.annotations.NullMarked
package dev.cress.hash;
