package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;

import dev.cress.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls a script of one key for many keys at once. Thread-safe. */
final class ManyKeys {

  /* Few enough that nobody waits long behind them at the server. */
  static final int MOST_KEYS = 32;

  private static final int MOST_BYTES = 256 * 1024;

  private final WindowContext context;
  private final Script script;

  /**
   * Creates a caller.
   *
   * @param context what the window shares
   * @param single a script whose first key is the one it works on
   */
  ManyKeys(WindowContext context, Script single) {
    this.context = context;
    this.script = single.forMany();
  }

  /**
   * Calls the script for each key in turn, until the answers get large.
   *
   * @param node where
   * @param keys one or more
   * @param sharedKeys the script's further keys
   * @param sharedArgs its first arguments, the same for each key
   * @param ownArgs its further arguments, as many for each key; those of the first key first
   * @return the answers for the first keys, at least one; the word ERROR where the script failed
   */
  CompletionStage<List<Reply>> call(
      Node node,
      List<byte[]> keys,
      List<byte[]> sharedKeys,
      List<byte[]> sharedArgs,
      List<byte[]> ownArgs) {
    List<byte[]> allKeys = new ArrayList<>(sharedKeys);
    allKeys.addAll(keys);
    List<byte[]> allArgs = new ArrayList<>(3 + sharedArgs.size() + ownArgs.size());
    allArgs.add(bytes(Integer.toString(sharedKeys.size())));
    allArgs.add(bytes(Integer.toString(sharedArgs.size())));
    allArgs.add(bytes(Integer.toString(MOST_BYTES)));
    allArgs.addAll(sharedArgs);
    allArgs.addAll(ownArgs);
    return context.callInTime(node, script, allKeys, allArgs).thenApply(Reply::parts);
  }
}
