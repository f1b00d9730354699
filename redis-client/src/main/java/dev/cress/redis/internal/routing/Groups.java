package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups the keys of a command that is split: by node and, in a change, keys that must pass gates
 * apart, by the nodes before and after it. So all keys of a group are on one node however the
 * change goes on while they wait, and keys with one hash tag are never parted. For one command on
 * one thread.
 */
final class Groups {

  private final View<NodeConnection> view;
  private final int places;
  private final Map<Long, Integer> gatedGroups = new HashMap<>();
  private final List<Integer> placesBehindGates = new ArrayList<>();

  Groups(View<NodeConnection> view) {
    this.view = view;
    this.places = view.places();
  }

  int of(byte[] key) {
    int place = view.place(key);
    return view.isGated(place) ? gated(~place, view.placeBehindGates(key)) : place;
  }

  /* In the hold the first is the place after the change and the second the one before it. */
  private int gated(int place, int placeBehindGates) {
    long both = ((long) place << Integer.SIZE) | placeBehindGates;
    Integer known = gatedGroups.get(both);
    if (known != null) {
      return known;
    }
    int group = places + placesBehindGates.size();
    gatedGroups.put(both, group);
    placesBehindGates.add(placeBehindGates);
    return group;
  }

  private int place(int group) {
    return group < places ? group : placesBehindGates.get(group - places);
  }

  String name(int group) {
    return "node " + view.node(place(group)).name();
  }

  NodeConnection target(int group) {
    return view.target(place(group));
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
