package dev.cress.migration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change must know of a server before it starts. Immutable.
 *
 * @param identity names the server, whatever address it is reached by
 * @param empty whether it holds no keys but internal ones
 * @param out its fence as previous owner, null if it has none
 * @param in its fence as owner, null if it has none
 * @param missingPermissions commands that a migration needs and this user may not call
 */
public record ServerFacts(
    String identity,
    boolean empty,
    @Nullable Fence out,
    @Nullable Fence in,
    List<String> missingPermissions) {

  /**
   * Copies the list.
   *
   * @param identity names the server
   * @param empty whether it holds no keys
   * @param out its fence as previous owner
   * @param in its fence as owner
   * @param missingPermissions commands that this user may not call
   */
  public ServerFacts {
    missingPermissions = List.copyOf(missingPermissions);
  }

  /**
   * Tells whether the server has never been part of a cache of ours.
   *
   * @return whether it holds neither fence
   */
  public boolean isUnknown() {
    return out == null && in == null;
  }
}
