package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.CommandSpec;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.Script;
import dev.cress.routing.Router;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that were loaded through this client, for nodes that do not have them: those that
 * join later, and those that have restarted. The least recently used ones are forgotten when all
 * together are too large. Thread-safe.
 */
final class LoadedScripts {

  private static final long MOST_BYTES = 8 << 20;

  private final Router<NodeConnection> router;
  private final Map<String, byte[]> texts = new LinkedHashMap<>(16, 0.75f, true);
  private volatile boolean any;
  private long bytes;
  private Set<NodeConnection> knownNodes;

  LoadedScripts(Router<NodeConnection> router) {
    this.router = router;
    this.knownNodes = nodes();
  }

  private Set<NodeConnection> nodes() {
    Set<NodeConnection> nodes = new HashSet<>();
    NamedNode.all(router.peek()).forEach(node -> nodes.add(node.connection()));
    return nodes;
  }

  synchronized void remember(byte[] text) {
    byte[] before = texts.put(Script.sha1(text), text);
    bytes += text.length - (before == null ? 0 : before.length);
    Iterator<byte[]> oldest = texts.values().iterator();
    while (bytes > MOST_BYTES) {
      bytes -= oldest.next().length;
      oldest.remove();
    }
    any = !texts.isEmpty();
  }

  synchronized void forgetAll() {
    texts.clear();
    bytes = 0;
    any = false;
  }

  /** The text of a script by its digest, in any case; null if it is not remembered. */
  synchronized byte @Nullable [] text(String digest) {
    return texts.get(digest.toLowerCase(Locale.ROOT));
  }

  private synchronized List<byte[]> all() {
    return List.copyOf(texts.values());
  }

  /** Gives all scripts to nodes that were not there when it was called last. */
  void loadOnNewNodes() {
    Set<NodeConnection> now = nodes();
    Set<NodeConnection> joining = new HashSet<>(now);
    synchronized (this) {
      joining.removeAll(knownNodes);
      knownNodes = now;
    }
    for (NodeConnection node : joining) {
      node.firstAttempt().thenRun(() -> all().forEach(text -> load(node, text)));
    }
  }

  /** Gives one script to all nodes. Never fails: a node that has no script says so itself. */
  CompletionStage<?> loadEverywhere(byte[] text) {
    return Answers.ask(NamedNode.all(router.peek()), node -> load(node.connection(), text));
  }

  private static CompletionStage<String> load(NodeConnection node, byte[] text) {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(CommandKeyword.LOAD).add(text);
    return node.call(CommandType.SCRIPT, new StatusOutput<>(ByteArrayCodec.INSTANCE), args);
  }

  /**
   * Lets a call of a script by its digest find the script at a node that lacks it.
   *
   * @param again sends the command once more
   * @return the command to send; the same unless it calls a script and some are remembered
   */
  RedisCommand<?, ?, ?> known(
      RedisCommand<?, ?, ?> command, CommandSpec spec, Consumer<RedisCommand<?, ?, ?>> again) {
    boolean byDigest = any && spec.name().startsWith("EVALSHA");
    return byDigest && !(command instanceof CallByDigest)
        ? new CallByDigest<>(command, this, again)
        : command;
  }
}
