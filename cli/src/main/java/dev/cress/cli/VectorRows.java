package dev.cress.cli;

import java.util.List;
import java.util.Map;

/**
 * Where golden rows go, one at a time: none is kept. Nothing is printed before the first row, so
 * that a file without keys fails without output. Not thread-safe.
 */
interface VectorRows {

  /** Adds a remark. */
  void note(String note);

  /** Begins the rows of a placement. */
  void begin(Map<String, Object> placement);

  /** Adds a row: a key in hex and the names of its nodes, owner first. */
  void row(String key, List<String> nodes);

  /** Ends the rows of a placement. */
  void end();

  /** Ends it all. */
  void close();
}
