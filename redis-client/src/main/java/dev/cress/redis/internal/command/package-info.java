/**
 * What a Redis command needs of the nodes: where its keys are, whether it may be split, and why it
 * is refused. Pure: no connections and no routing; whoever splits a command passes in the function
 * that groups its keys.
 */
@NullMarked
package dev.cress.redis.internal.command;

import org.jspecify.annotations.NullMarked;
