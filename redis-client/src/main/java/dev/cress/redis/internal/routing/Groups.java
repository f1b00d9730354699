package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups the keys of a command that is split: by node and, in a change, apart for keys that must
 * pass gates. Keys with one hash tag are thereby never parted. For one command on one thread.
 */
final class Groups {

  private final View<NodeConnection> view;
  private final int places;

  Groups(View<NodeConnection> view) {
    this.view = view;
    this.places = view.places();
  }

  int of(byte[] key) {
    int place = view.place(key);
    return view.isGated(place) ? places + view.placeBehindGates(key) : place;
  }

  String name(int group) {
    return "node " + view.node(group % places).name();
  }

  NodeConnection target(int group) {
    return view.target(group % places);
  }

  /** The keys of one group; asked for in a change only, so they are searched again. */
  List<byte[]> keys(int group, List<byte[]> all) {
    if (!view.hasGates()) {
      return List.of();
    }
    List<byte[]> keys = new ArrayList<>();
    for (byte[] key : all) {
      if (of(key) == group) {
        keys.add(key);
      }
    }
    return keys;
  }
}
