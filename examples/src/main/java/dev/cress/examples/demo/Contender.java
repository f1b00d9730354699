package dev.cress.examples.demo;

import dev.cress.node.NodeSet;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** One way to spread keys over several Redis servers. Thread-safe. */
interface Contender extends AutoCloseable {

  /** Each char is one byte, so that strings can hold binary data. */
  RedisCodec<String, String> CODEC = new StringCodec(StandardCharsets.ISO_8859_1);

  String name();

  /** The commands to use for this key, now. */
  RedisAsyncCommands<String, String> redis(String key);

  /** Changes the node set; completes when the new one is all that is used. */
  CompletableFuture<?> changeTo(NodeSet nodes);

  /** How much earlier than set, in ms, a key may expire because of the changes so far. */
  long mostLifeLost();

  /** What it does right now, in words; empty if nothing but serving. */
  String activity();

  @Override
  void close();
}
