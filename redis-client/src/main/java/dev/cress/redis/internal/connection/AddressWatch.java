package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.Channel;
import io.netty.resolver.AddressResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every ten seconds whether a node's host name still leads to the address of its channel, and
 * tells when the name is known and leads elsewhere only: otherwise a client would stay with the old
 * server for as long as that lives, while others already use the new one. Thread-safe.
 */
final class AddressWatch implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(AddressWatch.class);
  private static final long INTERVAL_SECONDS = 10;

  private final String node;
  private final RedisURI uri;
  private final ClientResources resources;
  private final Channel channel;
  private final Runnable replaced;

  /**
   * Creates a watch that is not started.
   *
   * @param node the node's name, for the log
   * @param uri how the node is reached
   * @param resources how names are resolved
   * @param channel a channel to the node
   * @param replaced run when the name leads elsewhere; ends the channel
   */
  AddressWatch(
      String node, RedisURI uri, ClientResources resources, Channel channel, Runnable replaced) {
    this.node = node;
    this.uri = uri;
    this.resources = resources;
    this.channel = channel;
    this.replaced = replaced;
  }

  /** Begins to ask, for as long as the channel lives, if there is a name to ask for. */
  void start() {
    String host = uri.getHost();
    boolean isName =
        host != null && !NetUtil.isValidIpV4Address(host) && !NetUtil.isValidIpV6Address(host);
    if (isName && uri.getSocket() == null && channel.remoteAddress() instanceof InetSocketAddress) {
      again();
    }
  }

  private void again() {
    if (channel.isActive()) {
      resources.eventExecutorGroup().schedule(this, INTERVAL_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Asks once. */
  @Override
  public void run() {
    try {
      SocketAddress address = resources.socketAddressResolver().resolve(uri);
      if (!(address instanceof InetSocketAddress found)) {
        return;
      }
      if (found.isUnresolved()) {
        AddressResolver<SocketAddress> resolver = resolver();
        resolver.resolveAll(found).addListener(this::resolved);
      } else {
        compare(allOf(found));
      }
    } catch (RuntimeException e) {
      LOG.debug("node {}: its host name cannot be resolved now", node, e);
    } finally {
      again();
    }
  }

  @SuppressWarnings(
      "unchecked") // As Netty's own bootstrap does: it takes the addresses it supports.
  private AddressResolver<SocketAddress> resolver() {
    return (AddressResolver<SocketAddress>)
        resources.addressResolverGroup().getResolver(channel.eventLoop());
  }

  private void resolved(Future<? super List<SocketAddress>> answer) {
    Object addresses = answer.getNow();
    if (answer.isSuccess() && addresses instanceof List<?> all && !all.isEmpty()) {
      compare(all);
    }
  }

  /* A resolver of Lettuce's tells only one of a name's addresses; the system may know the others. */
  private List<?> allOf(InetSocketAddress found) {
    try {
      return Arrays.stream(InetAddress.getAllByName(uri.getHost()))
              .map(address -> new InetSocketAddress(address, found.getPort()))
              .anyMatch(address -> address.equals(channel.remoteAddress()))
          ? List.of(channel.remoteAddress())
          : List.of(found);
    } catch (UnknownHostException e) {
      return List.of(found);
    }
  }

  private void compare(List<?> addresses) {
    if (!addresses.contains(channel.remoteAddress())) {
      LOG.info("node {}: its host name leads to another address now; connecting there", node);
      replaced.run();
    }
  }
}
