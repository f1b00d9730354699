package dev.cress.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows as one JSON object; only remarks are kept until the end. */
final class JsonVectorRows implements VectorRows {

  private final PrintWriter out;
  private final JsonGenerator json;
  private final List<Step> pending = new ArrayList<>();
  private final List<Object> notes = new ArrayList<>();

  JsonVectorRows(PrintWriter out) {
    this.out = out;
    this.json = Json.generator(out);
    pending.add(
        () -> {
          json.writeStartObject();
          json.writeArrayFieldStart("placements");
        });
  }

  @Override
  public void note(String note) {
    notes.add(note);
  }

  @Override
  public void begin(Map<String, Object> placement) {
    pending.add(
        () -> {
          json.writeStartObject();
          Json.writeFields(json, placement);
          json.writeArrayFieldStart("keys");
        });
  }

  @Override
  public void row(String key, List<String> nodes) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("key", key);
    row.put("nodes", nodes);
    write(() -> Json.write(json, row));
  }

  @Override
  public void end() {
    write(
        () -> {
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  @Override
  public void close() {
    write(
        () -> {
          json.writeEndArray();
          Json.writeFields(json, Map.of("notes", notes));
          json.writeEndObject();
          json.close();
        });
    out.print("\n");
  }

  private interface Step {
    void run() throws IOException;
  }

  private void write(Step step) {
    try {
      for (Step head : pending) {
        head.run();
      }
      pending.clear();
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
