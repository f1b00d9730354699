package dev.cress.redis.internal.migration;

/**
 * All scripts of a migration. Immutable.
 *
 * @param raise raises a fence
 * @param openIn opens a server as owner
 * @param probe asks whether the owner has authority over a key
 * @param dump reads a key at its previous owner
 * @param adopt gives the owner authority over a key
 * @param collect removes keys at their previous owner
 * @param confirm lets the marks of removed keys end
 * @param sweep removes leftovers
 * @param done ends a server's role as owner
 * @param permissions tells which commands the user may not call
 */
public record Scripts(
    Script raise,
    Script openIn,
    Script probe,
    Script dump,
    Script adopt,
    Script collect,
    Script confirm,
    Script sweep,
    Script done,
    Script permissions) {

  /** The scripts that this release works with. */
  public static final Scripts STANDARD =
      new Scripts(
          Script.load("raise", "raise"),
          Script.load("open_in", "open_in"),
          Script.load("probe", "head", "probe"),
          Script.load("dump", "dump"),
          Script.load("adopt", "head", "adopt"),
          Script.load("collect", "collect"),
          Script.load("confirm", "confirm"),
          Script.load("sweep", "sweep"),
          Script.load("done", "done"),
          Script.load("permissions", "permissions"));
}
