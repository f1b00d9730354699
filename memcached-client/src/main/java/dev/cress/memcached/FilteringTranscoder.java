package dev.cress.memcached;

import dev.cress.node.CressException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import net.spy.memcached.transcoders.SerializingTranscoder;
import org.jspecify.annotations.Nullable;

/**
 * spymemcached's own transcoder, which reads serialized values through a filter. Thread-safe if the
 * filter is.
 */
final class FilteringTranscoder extends SerializingTranscoder {

  private final ObjectInputFilter filter;

  FilteringTranscoder(ObjectInputFilter filter) {
    this.filter = filter;
  }

  /**
   * Reads a value. One that cannot be read is null, as by spymemcached.
   *
   * @throws CressException if the filter rejects the value
   */
  @Override
  protected @Nullable Object deserialize(byte[] value) {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(value))) {
      // A filter of the whole JVM is there already; one that is set would take its place.
      ObjectInputFilter both = ObjectInputFilter.merge(filter, stream.getObjectInputFilter());
      stream.setObjectInputFilter(info -> refusing(both, info));
      return stream.readObject();
    } catch (InvalidClassException e) {
      if (e.getCause() instanceof CressException rejected) {
        throw rejected;
      }
      return unreadable(value, e);
    } catch (IOException | ClassNotFoundException e) {
      return unreadable(value, e);
    }
  }

  /** Throws instead of rejecting: the stream's own exception does not say what was rejected. */
  private static Status refusing(ObjectInputFilter filter, FilterInfo info) {
    Status status;
    try {
      status = filter.checkInput(info);
    } catch (RuntimeException e) {
      throw new CressException("the object input filter failed at " + subject(info), e);
    }
    if (status == null || status == Status.REJECTED) {
      throw new CressException("the object input filter rejects " + subject(info));
    }
    return status;
  }

  private static String subject(FilterInfo info) {
    Class<?> type = info.serialClass();
    return type == null ? "the size or depth of a value" : type.getTypeName();
  }

  private @Nullable Object unreadable(byte[] value, Exception why) {
    getLogger().warn("cannot read %d bytes of a serialized value", value.length, why);
    return null;
  }
}
