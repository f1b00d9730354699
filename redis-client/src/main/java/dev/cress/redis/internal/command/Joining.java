package dev.cress.redis.internal.command;

import dev.cress.node.CressException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Which nodes an {@link CommandKind#ALL_NODES} command asks, and what its one reply is. */
public enum Joining {
  /** Every node must do it. */
  ALL("all nodes; fails unless all of them do it; the reply of the first one"),
  /** Some node must do it. */
  ANY("all nodes; done if one of them does it, and the others have nothing to do"),
  /** Any node knows. */
  ONE("one node, one that is available if any is"),
  /** Numbers. */
  SUM("all nodes; the sum"),
  /** Numbers, of which the least holds for all. */
  MIN("all nodes; the lowest number"),
  /** Lists of 0 and 1. */
  AND("all nodes; 1 for each argument that is 1 on all of them"),
  /** Lists, or texts. */
  CONCATENATE("all nodes; one node's reply after the other's"),
  /** {@code INFO}. */
  INFO("all nodes; their texts, each behind a section `# Node` with the field `node:<name>`"),
  /** {@code SCRIPT LOAD}: every node must do it, and nodes that come later will. */
  LOAD("all nodes, and those that join later; the reply of the first one"),
  /** {@code SCRIPT FLUSH}: every node must do it, and none is told the scripts again. */
  FORGET("all nodes; fails unless all of them do it"),
  /** {@code DBSIZE}. */
  SIZE("all nodes; the sum, without the keys of Cress itself"),
  /** {@code KEYS}. */
  KEYS("all nodes; the keys of all of them, each once"),
  /** {@code RANDOMKEY}. */
  RANDOM_KEY("a node by chance; others if it has no key"),
  /** {@code SCAN}. */
  SCAN("one node after the other, with one cursor over all of them"),
  /** {@code FLUSHDB} and {@code FLUSHALL}. */
  FLUSH("all nodes; the keys of Cress itself stay; a change under way is closed first");

  private final String rule;

  Joining(String rule) {
    this.rule = rule;
  }

  /**
   * Tells the rule.
   *
   * @return a phrase for users
   */
  public String rule() {
    return rule;
  }

  /**
   * Joins the replies of several nodes.
   *
   * @param replies the replies, at least one, in the order of the nodes
   * @return the reply for the user
   * @throws CressException if a reply is of another type than the rule is for
   */
  public ReplyPart join(List<NodeReply> replies) {
    return switch (this) {
      case SUM ->
          new ReplyPart.Whole(replies.stream().mapToLong(reply -> number(reply.reply())).sum());
      case MIN ->
          new ReplyPart.Whole(
              replies.stream().mapToLong(reply -> number(reply.reply())).min().orElse(0));
      case AND -> and(replies);
      case CONCATENATE -> concatenate(replies);
      case INFO -> info(replies);
      default -> replies.get(0).reply();
    };
  }

  private static ReplyPart and(List<NodeReply> replies) {
    List<ReplyPart> first = list(replies.get(0)).parts();
    List<ReplyPart> all = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      int index = i;
      all.add(
          new ReplyPart.Whole(
              replies.stream()
                  .mapToLong(reply -> number(list(reply).parts().get(index)))
                  .min()
                  .orElse(0)));
    }
    return ReplyPart.Many.array(all);
  }

  private static ReplyPart concatenate(List<NodeReply> replies) {
    if (!(replies.get(0).reply() instanceof ReplyPart.Many)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      replies.forEach(reply -> all.writeBytes(text(reply)));
      return ReplyPart.Text.of(all.toByteArray());
    }
    List<ReplyPart> parts = new ArrayList<>();
    replies.forEach(reply -> parts.addAll(list(reply).parts()));
    return ReplyPart.Many.array(parts);
  }

  /* A section of its own, as INFO has them: who skips comments still sees the field. */
  private static ReplyPart info(List<NodeReply> replies) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (NodeReply reply : replies) {
      String head = (all.size() == 0 ? "" : "\r\n") + "# Node\r\nnode:" + reply.node() + "\r\n\r\n";
      all.writeBytes(head.getBytes(StandardCharsets.UTF_8));
      all.writeBytes(text(reply));
    }
    return ReplyPart.Text.of(all.toByteArray());
  }

  private static long number(ReplyPart part) {
    if (part instanceof ReplyPart.Whole number) {
      return number.value();
    }
    throw new CressException("a node answered with something else than a number");
  }

  private static ReplyPart.Many list(NodeReply reply) {
    if (reply.reply() instanceof ReplyPart.Many many) {
      return many;
    }
    throw new CressException("node " + reply.node() + " answered with something else than a list");
  }

  private static byte[] text(NodeReply reply) {
    if (reply.reply() instanceof ReplyPart.Text text && text.bytes() != null) {
      return Bytes.copy(text.bytes());
    }
    if (reply.reply() instanceof ReplyPart.Status status) {
      return Bytes.copy(status.bytes());
    }
    throw new CressException("node " + reply.node() + " answered with something else than a text");
  }
}
