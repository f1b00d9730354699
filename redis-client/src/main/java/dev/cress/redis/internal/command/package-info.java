/**
 * What a Redis command needs of the nodes: where its keys are, whether it may be split, how the
 * replies of several nodes become one, how a blocking command is sent again, and why a command is
 * refused. Pure: no connections and no routing; whoever splits a command passes in the function
 * that groups its keys.
 */
@NullMarked
package dev.cress.redis.internal.command;

import org.jspecify.annotations.NullMarked;
