package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.hash.KeyTag;
import dev.cress.hash.KeyTags;
import dev.cress.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The preset and the Cress nodes for a block of vectors, set up as a user would from its options.
 */
final class VectorSetup {

  private final VectorBlock block;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, String> labelOfNode = new HashMap<>();

  VectorSetup(VectorBlock block) {
    this.block = block;
    for (Map<String, Object> node : block.nodes()) {
      if (isUp(node)) {
        Node cressNode = node(node);
        nodes.add(cressNode);
        labelOfNode.put(cressNode.name(), expectedLabel(node));
      }
    }
  }

  /** In the client's order. */
  List<Node> nodes() {
    return nodes;
  }

  /** What the rows call a node. */
  String label(Node node) {
    return labelOfNode.getOrDefault(node.name(), "?");
  }

  /** A node that is down is passed over by its client, as if it were not there. */
  private boolean isUp(Map<String, Object> node) {
    boolean down =
        block.option("down") instanceof List<?> names && names.contains(node.get("name"));
    return !down && !"disconnected".equals(node.get("state"));
  }

  private Node node(Map<String, Object> node) {
    String label = VectorBlock.label(node);
    int number = nodes.size() + 1;
    String host =
        ((String) node.getOrDefault("host", "unused-" + number)).replaceAll("[\\[\\]]", "");
    int port = (int) node.getOrDefault("port", 6379);
    if (block.preset().startsWith("xmemcached")) {
      return xmemcachedNode(node, host, port);
    }
    if (block.preset().startsWith("evcache") || !node.containsKey("name")) {
      return VectorBlock.node(label, host, port, node);
    }
    if (block.preset().startsWith("predis")) {
      return VectorBlock.node(label, host, port, node);
    }
    // the name is all that counts; addresses of the vectors are not always unique
    return VectorBlock.node(label, "unused-" + number, port, node);
  }

  /** The client knows a node's host name from its configuration or from reverse DNS. */
  private Node xmemcachedNode(Map<String, Object> node, String host, int port) {
    Map<?, ?> dns = (Map<?, ?>) block.option("dns");
    Map<?, ?> reverse = (Map<?, ?>) block.option("reverseDns");
    Object ip = dns.get(host);
    if (ip != null) {
      return VectorBlock.node(host, (String) ip, port, node);
    }
    Object name = reverse.get(host);
    return VectorBlock.node(name == null ? host + ":" + port : (String) name, host, port, node);
  }

  private String expectedLabel(Map<String, Object> node) {
    if (block.preset().startsWith("evcache")) {
      return node.get("name") + "/" + node.get("host") + ":" + node.get("port");
    }
    if (block.preset().startsWith("redis-rb4") && !node.containsKey("name")) {
      return "redis://" + VectorBlock.label(node) + "/" + block.option("db");
    }
    return VectorBlock.label(node);
  }

  Preset preset() {
    return ordered(withOptions());
  }

  /** Returns a preset for nodes in the client's order. */
  Preset ordered(Preset preset) {
    boolean sorts = block.preset().startsWith("twemproxy");
    return sorts ? preset : preset.order(nodes.stream().map(Node::name).toList());
  }

  private Preset withOptions() {
    String name = block.preset();
    if (name.startsWith("twemproxy")) {
      return base().tagged(twemproxyTag());
    }
    if (name.startsWith("jedis") && "byte[]".equals(block.option("keyType"))) {
      return base().tagged(HashTag.NONE);
    }
    if (name.startsWith("redis-rb4")) {
      Preset preset = Presets.redisRb4((int) block.option("db"));
      return block.options().containsKey("tag") ? preset.tagged(KeyTags.redisRbAnywhere()) : preset;
    }
    return switch (name) {
      case "dalli-ring" -> Presets.dalli((String) block.options().getOrDefault("namespace", ""));
      case "folsom-continuum" -> Presets.folsom((int) block.option("vnodes"));
      case "evcache-ketama" -> evcache();
      case "pymemcache-rendezvous" -> pymemcache();
      default -> base();
    };
  }

  private Preset base() {
    String name = block.preset();
    if (Presets.unsafeNames().contains(name)) {
      return Presets.unsafe(name);
    }
    boolean otherPoints =
        name.contains("consistent-hash") && block.options().containsKey("serversFirst");
    return Selectors.preset(otherPoints ? name + "-servers-first" : name);
  }

  private KeyTag twemproxyTag() {
    return block.option("hash_tag") instanceof String pair
        ? KeyTags.between(pair.charAt(0), pair.charAt(1))
        : HashTag.NONE;
  }

  private Preset evcache() {
    Preset preset = Presets.evcache((int) block.options().getOrDefault("bucket.size", 160));
    return Boolean.TRUE.equals(block.option("hash.on.partial.key"))
        ? preset.tagged(KeyTags.before((String) block.option("hash.delimiter")))
        : preset;
  }

  /** Paths of sockets have no port, so that client's nodes are told apart by their Cress names. */
  private Preset pymemcache() {
    boolean bytes = "bytes".equals(block.option("keyType"));
    Preset preset = Selectors.preset("pymemcache-rendezvous" + (bytes ? "-bytes" : ""));
    boolean sockets = block.nodes().stream().anyMatch(node -> !node.containsKey("host"));
    return sockets ? preset.toBuilder().identity(NodeIdentities.name()).build() : preset;
  }
}
