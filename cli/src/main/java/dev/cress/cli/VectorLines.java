package dev.cress.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Rows for people and for simple programs: columns separated by tabs. */
final class VectorLines implements VectorRows {

  private final PrintWriter out;
  private final StringBuilder pending = new StringBuilder();

  VectorLines(PrintWriter out) {
    this.out = out;
    pending.append(
        """
        # @placement, selector id, hash-tag rule, node set, fingerprint in hex; then for
        # each key, in hex, its owner and the nodes after it.
        """);
  }

  @Override
  public void note(String note) {
    pending.append("# ").append(note).append("\n");
  }

  @Override
  public void begin(Map<String, Object> placement) {
    pending.append("@placement");
    for (String field : List.of("selector", "hashTag", "nodes", "fingerprint")) {
      pending.append("\t").append(placement.get(field));
    }
    pending.append("\n");
  }

  @Override
  public void row(String key, List<String> nodes) {
    pending.append(key).append("\t").append(String.join("\t", nodes)).append("\n");
    flush();
  }

  @Override
  public void end() {
    flush();
  }

  @Override
  public void close() {
    flush();
  }

  private void flush() {
    out.append(pending);
    pending.setLength(0);
  }
}
