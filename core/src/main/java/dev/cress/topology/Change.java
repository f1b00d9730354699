package dev.cress.topology;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import java.util.Map;

/**
 * One change of the topology: who owned a key before it and who owns it after. A key is
 * <em>changed</em> when the two owners are different servers; two names or addresses of one server
 * do not count. Immutable.
 */
public final class Change {

  private final long version;
  private final Placement before;
  private final Placement after;
  private final Map<String, String> servers;
  private final boolean[] differ;

  /**
   * Compiles a change.
   *
   * @param version the version that the change leads to
   * @param before the placement that it leaves
   * @param after the placement that it leads to
   * @param servers the server behind each node, by {@link TopologyDocument#serverKey}; a node
   *     without an entry counts as the server at its address
   */
  public Change(long version, Placement before, Placement after, Map<String, String> servers) {
    this.version = version;
    this.before = before;
    this.after = after;
    this.servers = Map.copyOf(servers);
    this.differ = compare(before.nodes(), after.nodes(), servers);
  }

  private static boolean[] compare(NodeSet before, NodeSet after, Map<String, String> servers) {
    boolean[] differ = new boolean[before.size() * after.size()];
    for (int b = 0; b < before.size(); b++) {
      for (int a = 0; a < after.size(); a++) {
        differ[b * after.size() + a] =
            !server(before.get(b), servers).equals(server(after.get(a), servers));
      }
    }
    return differ;
  }

  private static String server(Node node, Map<String, String> servers) {
    return servers.getOrDefault(TopologyDocument.serverKey(node), node.address());
  }

  /**
   * The server behind a node when the change began.
   *
   * @param node a node of either node set
   * @return the server's identity; the node's address if it is not known
   */
  public String server(Node node) {
    return server(node, servers);
  }

  /**
   * The version that the change leads to.
   *
   * @return the version
   */
  public long version() {
    return version;
  }

  /**
   * The placement that the change leaves.
   *
   * @return the placement
   */
  public Placement before() {
    return before;
  }

  /**
   * The placement that the change leads to.
   *
   * @return the placement
   */
  public Placement after() {
    return after;
  }

  /**
   * Tells whether two owners are different servers.
   *
   * @param beforeIndex index of the previous owner in {@code before().nodes()}
   * @param afterIndex index of the owner in {@code after().nodes()}
   * @return whether a key between them is changed
   */
  public boolean differ(int beforeIndex, int afterIndex) {
    return differ[beforeIndex * after.nodes().size() + afterIndex];
  }

  /**
   * Tells whether a key is changed.
   *
   * @param key the key
   * @return whether its owners before and after are different servers
   */
  public boolean moves(byte[] key) {
    return differ(before.ownerIndex(key, 0, key.length), after.ownerIndex(key, 0, key.length));
  }
}
