/**
 * Whether a node can be reached right now. Never has a say in who owns a key: a node that is not
 * available fails its own keys and no others.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.health;
