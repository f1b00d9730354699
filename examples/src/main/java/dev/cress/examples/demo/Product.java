package dev.cress.examples.demo;

import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.testservers.Provider;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.util.List;

/**
 * A kind of server, and how the contenders use it.
 *
 * @param <C> the commands of a client
 */
interface Product<C> extends AutoCloseable {

  /** Its name as people write it. */
  String title();

  Provider provider(TestServers servers);

  TestNode start(TestServers servers);

  /** Whether the contenders can use the same servers without meeting each other's keys. */
  boolean isShared();

  /**
   * Plain clients and a few lines that choose one of them.
   *
   * @param number the contender's, from 0
   */
  Contender<C> handWritten(String name, Selector selector, NodeSet nodes, int number);

  /** Cress, as the contender with this number. */
  Contender<C> cress(NodeSet nodes, int number);

  /** The kinds of keys that it can hold. */
  List<Kind<C>> kinds();

  /** One key in a contender, with its time to live in ms, 0 for an endless one. */
  Entry<C> entry(Contender<C> cache, String key, Kind<C> kind, long ttl);

  @Override
  void close();
}
