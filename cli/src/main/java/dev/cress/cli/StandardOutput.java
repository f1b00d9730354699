package dev.cress.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text in UTF-8 for a stream; remembers why it could not be written. */
final class StandardOutput extends PrintWriter {

  private final Watched stream;

  StandardOutput(OutputStream out) {
    this(new Watched(out));
  }

  private StandardOutput(Watched stream) {
    super(new BufferedOutputStream(stream), false, StandardCharsets.UTF_8);
    this.stream = stream;
  }

  /** Returns why writing failed, or null if it did not. */
  @Nullable IOException failure() {
    return stream.failure;
  }

  /** Returns whether the reader of a pipe has gone, as {@code head} goes when it has enough. */
  static boolean isReaderGone(IOException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /** A {@link PrintWriter} keeps no more of a failure than that there was one. */
  private static final class Watched extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    Watched(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
