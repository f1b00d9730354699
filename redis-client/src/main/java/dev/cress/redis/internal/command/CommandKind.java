package dev.cress.redis.internal.command;

/** How a command reaches the nodes. */
public enum CommandKind {
  /** One key, one node. */
  SINGLE_KEY,
  /**
   * Any number of keys; one sub-command for each node, their replies joined: see {@link FanOut}.
   */
  FAN_OUT,
  /** Several keys that must all live on one node. */
  SAME_NODE,
  /**
   * No key; sent to all nodes, or to any one of them, their replies joined: see {@link Joining}.
   */
  ALL_NODES,
  /** Begins, ends or guards a transaction: the commands in between go together to one node. */
  TRANSACTION,
  /**
   * May wait at the server, so it goes over a connection of its own: see {@link BlockingCommand}.
   */
  BLOCKING,
  /** Names a channel, which is no key and never moves; goes to the channel's owner. */
  CHANNEL,
  /** Not sent at all; {@link CommandSpec#reason()} tells why and what to do instead. */
  REJECTED
}
