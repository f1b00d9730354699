package dev.cress.cli;

import static dev.cress.cli.Run.FOUR;
import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HtmlPageTest {

  private static final Pattern LOADS =
      Pattern.compile(
          "\\b(src|href|action|srcset)\\s*=\\s*[\"']|<link|<iframe|@import|url\\(|fetch\\("
              + "|XMLHttpRequest|importScripts|sourceMappingURL");
  private static final Pattern RESULT =
      Pattern.compile("<script type=\"application/json\" id=\"result\">(.*?)</script>");

  @TempDir private Path folder;

  private String page(String... args) throws Exception {
    Path file = folder.resolve("page.html");
    String[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--html=" + file;
    Run run = cress(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isNotEmpty();
    return Files.readString(file);
  }

  private static JsonNode result(String page) throws Exception {
    Matcher matcher = RESULT.matcher(page);
    assertThat(matcher.find()).isTrue();
    return new ObjectMapper().readTree(matcher.group(1));
  }

  @Test
  void holdsAllItNeeds() throws Exception {
    for (String page :
        new String[] {
          page("plan", "--from", THREE, "--to", FOUR), page("distribution", "--nodes", THREE)
        }) {
      assertThat(page).contains("Chart.js v4", "Released under the MIT License", "new Chart(");
      assertThat(page).contains("prefers-color-scheme: dark", "default-src 'none'");
      assertThat(page).doesNotContain("{{");
      assertThat(LOADS.matcher(page).results().map(m -> m.group()).toList()).isEmpty();
    }
  }

  @Test
  void carriesTheResult() throws Exception {
    JsonNode plan = result(page("plan", "--from", THREE, "--to", FOUR, "--selector", "modulo"));
    JsonNode distribution = result(page("distribution", "--nodes", THREE, "--vnodes", "50,5"));

    assertThat(plan.get("nodes")).hasSize(4);
    assertThat(distribution.get("distributions")).hasSize(2);
  }

  @Test
  void aNameCannotEndTheScript() throws Exception {
    String name = "</script><script>alert(1)</script><!--{{data}}$1";

    String page = page("distribution", "--nodes", name + "=h1:1");

    assertThat(page).doesNotContain("alert(1)</script>", "<!--{{");
    assertThat(result(page).get("distributions").get(0).get("shares").get(0).get("name").asText())
        .isEqualTo(name);
  }

  @Test
  void aPageThatCannotBeWrittenIsAFailure() {
    Run run = cress("distribution", "--nodes", THREE, "--html", folder + "/no/page.html");

    run.assertFailed(1, "page.html cannot be written: there is no directory " + folder + "/no");
    cress("plan", "--from", THREE, "--to", FOUR, "--html", folder.toString())
        .assertFailed(1, folder + " cannot be written: it is a directory");
    for (String name : new String[] {"", "-"}) {
      cress("plan", "--from", THREE, "--to", FOUR, "--html", name)
          .assertFailed(2, "--html must name a file but was '" + name + "'");
    }
  }
}
