package dev.cress.migration;

import java.time.Duration;
import java.util.Objects;

/**
 * How a change of the topology moves keys, and what happens when something fails. Immutable.
 *
 * <pre>{@code
 * MigrationPolicy policy = MigrationPolicy.lazyAndBackground();
 * MigrationPolicy patient = MigrationPolicy.builder().patience(Duration.ofSeconds(5)).build();
 * }</pre>
 */
public final class MigrationPolicy {

  /** When keys move. */
  public enum Mode {
    /** When they are touched, and all others in the background. */
    LAZY_AND_BACKGROUND,
    /** When they are touched; all others when the window ends. */
    LAZY,
    /** Never: changed keys start empty at their new owner. */
    OFF
  }

  /** What happens to commands whose key cannot be read at its previous owner. */
  public enum PreviousOwnerFailure {
    /** They fail. */
    FAIL,
    /** The key counts as absent from then on. */
    TREAT_AS_MISS
  }

  /** What happens to a key that is larger than {@link #maxKeySize()}. */
  public enum TooLarge {
    /** Commands on it fail until the window ends; it stays where it is. */
    ERROR,
    /** It counts as absent from then on. */
    DROP
  }

  /** What happens to keys on a joining node that never was part of this cache. */
  public enum Leftovers {
    /** The change is refused. */
    REFUSE,
    /** Those that the node will own are removed. */
    SWEEP
  }

  /** What happens when a client starts and finds that a crash cut a window. */
  public enum CutWindow {
    /** The start fails, naming node and version. */
    REFUSE,
    /** The window is closed; keys that had not moved are lost and counted. */
    FINISH_UNDRAINED
  }

  /** What a previous owner keeps when it restarts. */
  public enum Persistence {
    /** Perhaps less than it confirmed: its unmoved keys count as absent after a restart. */
    ANY,
    /** Every confirmed write ({@code appendfsync always}): its unmoved keys stay valid. */
    AOF_ALWAYS
  }

  private final Builder values;

  private MigrationPolicy(Builder values) {
    this.values = values.copy();
  }

  /**
   * Keys move when they are touched, all others in the background. The default.
   *
   * @return the policy
   */
  public static MigrationPolicy lazyAndBackground() {
    return builder().build();
  }

  /**
   * Keys move when they are touched; the rest when {@link #windowEnd()} has passed.
   *
   * @return the policy
   */
  public static MigrationPolicy lazy() {
    return builder().mode(Mode.LAZY).build();
  }

  /**
   * Keys do not move: a changed key is absent at its new owner, and never stale.
   *
   * @return the policy
   */
  public static MigrationPolicy off() {
    return builder().mode(Mode.OFF).build();
  }

  /**
   * A builder with all defaults.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * When keys move.
   *
   * @return the mode, default {@link Mode#LAZY_AND_BACKGROUND}
   */
  public Mode mode() {
    return values.mode;
  }

  /**
   * Whether keys move at all.
   *
   * @return false if the mode is {@link Mode#OFF}
   */
  public boolean keysMove() {
    return values.mode != Mode.OFF;
  }

  /**
   * How long a change waits for clients and connections that hold it up.
   *
   * @return default 1 s
   */
  public Duration patience() {
    return values.patience;
  }

  /**
   * How long a value that was read at a previous owner may still be written to the owner.
   *
   * @return default 10 s
   */
  public Duration adoptDeadline() {
    return values.adoptDeadline;
  }

  /**
   * Largest memory use of a key that is moved, in bytes as the server counts them.
   *
   * @return default 4 MiB
   */
  public long maxKeySize() {
    return values.maxKeySize;
  }

  /**
   * What happens to larger keys.
   *
   * @return default {@link TooLarge#ERROR}
   */
  public TooLarge tooLarge() {
    return values.tooLarge;
  }

  /**
   * What happens when a previous owner does not answer.
   *
   * @return default {@link PreviousOwnerFailure#FAIL}
   */
  public PreviousOwnerFailure previousOwnerFailure() {
    return values.previousOwnerFailure;
  }

  /**
   * How long a previous owner may be silent before it counts as not answering.
   *
   * @return default 100 ms
   */
  public Duration previousOwnerTimeout() {
    return values.previousOwnerTimeout;
  }

  /**
   * What a previous owner keeps when it restarts.
   *
   * @return default {@link Persistence#ANY}
   */
  public Persistence previousOwnerPersistence() {
    return values.previousOwnerPersistence;
  }

  /**
   * How long a drain tries to move all keys. After it, the window is closed, and keys that could
   * not be moved are lost and counted. With {@link Mode#LAZY} the drain begins when this time has
   * passed since the window opened, and has as long again.
   *
   * @return default 24 h
   */
  public Duration windowEnd() {
    return values.windowEnd;
  }

  /**
   * How many marks of moved keys an owner may hold before the drain waits for some to end. A mark
   * takes about 120 bytes and ends {@link #adoptDeadline()} after its key's previous copy is gone.
   * If commands of others keep the number up, the drain goes on slowly: one batch of keys in that
   * time.
   *
   * @return default 1,000,000
   */
  public long marksMax() {
    return values.marksMax;
  }

  /**
   * What happens to keys on a joining node that never was part of this cache.
   *
   * @return default {@link Leftovers#REFUSE}
   */
  public Leftovers leftovers() {
    return values.leftovers;
  }

  /**
   * What happens when a start finds a window that a crash cut.
   *
   * @return default {@link CutWindow#REFUSE}
   */
  public CutWindow onCutWindow() {
    return values.onCutWindow;
  }

  /**
   * Whether a change may drop more than half of the nodes.
   *
   * @return default false
   */
  public boolean isForced() {
    return values.forced;
  }

  /** Builds a {@link MigrationPolicy}. Not thread-safe. */
  public static final class Builder {
    private Mode mode = Mode.LAZY_AND_BACKGROUND;
    private Duration patience = Duration.ofSeconds(1);
    private Duration adoptDeadline = Duration.ofSeconds(10);
    private long maxKeySize = 4L << 20;
    private TooLarge tooLarge = TooLarge.ERROR;
    private PreviousOwnerFailure previousOwnerFailure = PreviousOwnerFailure.FAIL;
    private Duration previousOwnerTimeout = Duration.ofMillis(100);
    private Persistence previousOwnerPersistence = Persistence.ANY;
    private Duration windowEnd = Duration.ofHours(24);
    private long marksMax = 1_000_000;
    private Leftovers leftovers = Leftovers.REFUSE;
    private CutWindow onCutWindow = CutWindow.REFUSE;
    private boolean forced;

    private Builder() {}

    private Builder copy() {
      Builder copy = new Builder();
      copy.mode = mode;
      copy.patience = patience;
      copy.adoptDeadline = adoptDeadline;
      copy.maxKeySize = maxKeySize;
      copy.tooLarge = tooLarge;
      copy.previousOwnerFailure = previousOwnerFailure;
      copy.previousOwnerTimeout = previousOwnerTimeout;
      copy.previousOwnerPersistence = previousOwnerPersistence;
      copy.windowEnd = windowEnd;
      copy.marksMax = marksMax;
      copy.leftovers = leftovers;
      copy.onCutWindow = onCutWindow;
      copy.forced = forced;
      return copy;
    }

    /**
     * Sets when keys move.
     *
     * @param value default {@link Mode#LAZY_AND_BACKGROUND}
     * @return this
     */
    public Builder mode(Mode value) {
      mode = Objects.requireNonNull(value, "mode");
      return this;
    }

    /**
     * Sets how long a change waits for clients and connections that hold it up.
     *
     * @param value more than 0, default 1 s
     * @return this
     */
    public Builder patience(Duration value) {
      patience = positive("patience", value);
      return this;
    }

    /**
     * Sets how long a value that was read at a previous owner may still be written to the owner.
     *
     * @param value more than 0, default 10 s
     * @return this
     */
    public Builder adoptDeadline(Duration value) {
      adoptDeadline = positive("adoptDeadline", value);
      return this;
    }

    /**
     * Sets the largest memory use of a key that is moved.
     *
     * @param bytes more than 0, default 4 MiB
     * @return this
     */
    public Builder maxKeySize(long bytes) {
      maxKeySize = positive("maxKeySize", bytes);
      return this;
    }

    /**
     * Sets what happens to larger keys.
     *
     * @param value default {@link TooLarge#ERROR}
     * @return this
     */
    public Builder tooLarge(TooLarge value) {
      tooLarge = Objects.requireNonNull(value, "tooLarge");
      return this;
    }

    /**
     * Sets what happens when a previous owner does not answer.
     *
     * @param value default {@link PreviousOwnerFailure#FAIL}
     * @return this
     */
    public Builder previousOwnerFailure(PreviousOwnerFailure value) {
      previousOwnerFailure = Objects.requireNonNull(value, "previousOwnerFailure");
      return this;
    }

    /**
     * Sets how long a previous owner may be silent before it counts as not answering.
     *
     * @param value more than 0, default 100 ms
     * @return this
     */
    public Builder previousOwnerTimeout(Duration value) {
      previousOwnerTimeout = positive("previousOwnerTimeout", value);
      return this;
    }

    /**
     * Sets what a previous owner keeps when it restarts.
     *
     * @param value default {@link Persistence#ANY}
     * @return this
     */
    public Builder previousOwnerPersistence(Persistence value) {
      previousOwnerPersistence = Objects.requireNonNull(value, "previousOwnerPersistence");
      return this;
    }

    /**
     * Sets how long a window stays open at the most.
     *
     * @param value more than 0, default 24 h
     * @return this
     */
    public Builder windowEnd(Duration value) {
      windowEnd = positive("windowEnd", value);
      return this;
    }

    /**
     * Sets how many marks of moved keys an owner may hold before the drain waits.
     *
     * @param value more than 0, default 1,000,000
     * @return this
     */
    public Builder marksMax(long value) {
      marksMax = positive("marksMax", value);
      return this;
    }

    /**
     * Sets what happens to keys on a joining node that never was part of this cache.
     *
     * @param value default {@link Leftovers#REFUSE}
     * @return this
     */
    public Builder leftovers(Leftovers value) {
      leftovers = Objects.requireNonNull(value, "leftovers");
      return this;
    }

    /**
     * Sets what happens when a start finds a window that a crash cut.
     *
     * @param value default {@link CutWindow#REFUSE}
     * @return this
     */
    public Builder onCutWindow(CutWindow value) {
      onCutWindow = Objects.requireNonNull(value, "onCutWindow");
      return this;
    }

    /**
     * Allows a change to drop more than half of the nodes at once.
     *
     * @return this
     */
    public Builder force() {
      forced = true;
      return this;
    }

    /**
     * Builds the policy.
     *
     * @return the policy
     */
    public MigrationPolicy build() {
      return new MigrationPolicy(this);
    }

    private static long positive(String name, long value) {
      if (value <= 0) {
        throw new IllegalArgumentException(name + " must be greater than 0 but was " + value);
      }
      return value;
    }

    private static Duration positive(String name, Duration value) {
      if (value.isZero() || value.isNegative()) {
        throw new IllegalArgumentException(name + " must be greater than 0 but was " + value);
      }
      return value;
    }
  }
}
