package dev.cress.redis.replicas;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many copies there are of each key, when a write is done, and which copy is read first.
 * Immutable.
 *
 * <p>The copies of a key are on its replica set: {@code placement.replicas(key, copies)}, the owner
 * first, in as many zones as there are. Writes go to all of them, reads to one, and to the next if
 * that one fails or has nothing. Copies are not made equal afterwards: what a copy has missed, it
 * has missed until the key is written again.
 *
 * <p>All clients of a cache must have the same number of copies: a change of the nodes that a
 * client with fewer makes deletes the copies that it does not know of.
 *
 * @param copies how many nodes hold each key, at least 2
 * @param acknowledgement how many copies must have a write before its caller is told that it is
 *     done
 * @param readZone the zone whose copy is read first; null to read the owner's
 */
public record ReplicaPolicy(
    int copies, Acknowledgement acknowledgement, @Nullable String readZone) {

  /**
   * How many copies must have a write before its caller is told that it is done. It is sent to all
   * of them in any case. What removes keys or elements needs all of them in any case: a copy that
   * has missed it would be found later.
   */
  public enum Acknowledgement {
    /** All copies. Who is told of no failure reads what was written at any of them. */
    ALL {
      @Override
      public int of(int copies) {
        return copies;
      }
    },
    /** More than half of the copies; of two, that is both. */
    QUORUM {
      @Override
      public int of(int copies) {
        return copies / 2 + 1;
      }
    },
    /** One copy. The others may miss the write without anybody being told. */
    ANY {
      @Override
      public int of(int copies) {
        return 1;
      }
    };

    /**
     * How many copies that is.
     *
     * @param copies how many there are, at least 1
     * @return 1 to {@code copies}
     */
    public abstract int of(int copies);
  }

  /**
   * Checks all.
   *
   * @param copies at least 2
   * @param acknowledgement how many copies must have a write
   * @param readZone the zone to read from first, or null
   * @throws IllegalArgumentException if there are fewer than 2 copies or the zone is blank
   */
  public ReplicaPolicy {
    if (copies < 2) {
      throw new IllegalArgumentException("copies must be at least 2 but was " + copies);
    }
    Objects.requireNonNull(acknowledgement, "acknowledgement");
    if (readZone != null && readZone.isBlank()) {
      throw new IllegalArgumentException("readZone must be the name of a zone but was blank");
    }
  }

  /**
   * So many copies; a write is done when all have it, and the owner is read first.
   *
   * @param copies at least 2
   * @return the policy
   * @throws IllegalArgumentException if there are fewer
   */
  public static ReplicaPolicy of(int copies) {
    return new ReplicaPolicy(copies, Acknowledgement.ALL, null);
  }

  /**
   * The same policy with another acknowledgement.
   *
   * @param enough how many copies must have a write
   * @return the policy
   */
  public ReplicaPolicy acknowledgedBy(Acknowledgement enough) {
    return new ReplicaPolicy(copies, enough, readZone);
  }

  /**
   * The same policy with reads from the copy in a zone first, such as the reader's own. Keys
   * without a copy there are read at their owner first.
   *
   * @param zone the zone, as nodes have it
   * @return the policy
   * @throws IllegalArgumentException if it is blank
   */
  public ReplicaPolicy readFrom(String zone) {
    return new ReplicaPolicy(copies, acknowledgement, Objects.requireNonNull(zone, "zone"));
  }
}
