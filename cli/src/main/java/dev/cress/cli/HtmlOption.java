package dev.cress.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Writes a result as a page with charts, where a file is named for it. */
final class HtmlOption {

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with charts, which needs no network.")
  private @Nullable Path html;

  /** Created by the command line. */
  HtmlOption() {}

  /** Refuses what can be no file, before work is done for it. */
  void check() {
    String name = String.valueOf(html);
    if (html != null && (name.isEmpty() || name.equals("-"))) {
      throw new IllegalArgumentException("--html must name a file but was '" + name + "'");
    }
    if (html != null && Files.isDirectory(html)) {
      throw new CliException("the page " + html + " cannot be written: it is a directory", null);
    }
    Path folder = html == null ? null : html.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new CliException(
          "the page %s cannot be written: there is no directory %s".formatted(html, folder), null);
    }
  }

  /** Writes the page if a file was named. */
  void write(String title, Map<String, Object> result) {
    if (html != null) {
      try {
        Files.writeString(html, HtmlPage.of(title, result));
      } catch (IOException e) {
        throw new CliException("the page " + html + " cannot be written: " + Text.reason(e), e);
      }
    }
  }
}
