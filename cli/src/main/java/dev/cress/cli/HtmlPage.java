package dev.cress.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;

/** A page that holds all it needs: the result as JSON, the charts' library, and what draws them. */
final class HtmlPage {

  private static final String VERSION = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHARTS = "/META-INF/resources/webjars/chart.js/";

  private HtmlPage() {}

  static String of(String title, Map<String, Object> result) throws IOException {
    return resource("page.html")
        .replace("{{title}}", escape(title))
        .replace("{{charts}}", charts())
        .replace("{{page}}", resource("page.js"))
        .replace("{{data}}", inScript(Json.write(result)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String charts() throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(resource(VERSION)));
    String version = properties.getProperty("version");
    String script = resource(CHARTS + version + "/dist/chart.umd.min.js");
    return script.replaceFirst("(?m)^//# sourceMappingURL=.*$", "");
  }

  /** Within a script, JSON must not hold what could end it or begin a comment. */
  private static String inScript(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
