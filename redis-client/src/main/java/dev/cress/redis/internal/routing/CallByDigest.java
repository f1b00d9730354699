package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.command.Request;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import java.util.function.Consumer;

/**
 * A call of a script by its digest. A node that does not know the script has done nothing, so the
 * script is loaded, if it is remembered, and the call is sent once more.
 */
final class CallByDigest<K, V, T> extends CommandWrapper<K, V, T> {

  private final LoadedScripts scripts;
  private final Consumer<RedisCommand<?, ?, ?>> again;
  private boolean loaded;

  CallByDigest(
      RedisCommand<K, V, T> command, LoadedScripts scripts, Consumer<RedisCommand<?, ?, ?>> again) {
    super(command);
    this.scripts = scripts;
    this.again = again;
  }

  /** Tells whether the script was loaded for it, so that this is not its first way to a node. */
  boolean isSentAgain() {
    return loaded;
  }

  @Override
  public void complete() {
    CommandOutput<K, V, T> output = getOutput();
    boolean unknown = output != null && String.valueOf(output.getError()).startsWith("NOSCRIPT");
    byte[] text = unknown && !loaded ? scripts.text(Request.of(this).text(0)) : null;
    if (output == null || text == null) {
      super.complete();
      return;
    }
    loaded = true;
    output.setError((String) null);
    scripts.loadEverywhere(text).whenComplete((done, failure) -> again.accept(this));
  }
}
