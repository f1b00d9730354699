package dev.cress.redis.internal.command;

/**
 * What one node answered. Immutable.
 *
 * @param node the node's name
 * @param reply its reply
 */
public record NodeReply(String node, ReplyPart reply) {}
