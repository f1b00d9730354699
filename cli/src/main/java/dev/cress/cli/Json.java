package dev.cress.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, texts, numbers and booleans as JSON in one line. */
final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  static String write(Map<String, Object> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(json, object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Returns a generator for what is too long to be held; closing it leaves the writer open. */
  static JsonGenerator generator(Writer out) {
    try {
      return FACTORY
          .createGenerator(out)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void writeFields(JsonGenerator json, Map<?, ?> map) throws IOException {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(String.valueOf(entry.getKey()));
      write(json, entry.getValue());
    }
  }

  static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      writeFields(json, map);
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Double number) {
      writeDouble(json, number);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else {
      json.writeString(value == null ? null : value.toString());
    }
  }

  /** JSON has no infinity and no NaN: null says that there is no number. */
  private static void writeDouble(JsonGenerator json, double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumber(number);
    } else {
      json.writeNull();
    }
  }
}
