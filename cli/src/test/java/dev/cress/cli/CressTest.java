package dev.cress.cli;

import static dev.cress.cli.Run.THREE;
import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CressTest {

  @Test
  void helpAndVersionGoToTheOutput() {
    assertThat(cress("--help").out()).contains("owner", "distribution", "plan", "vectors");
    assertThat(cress("plan", "--help").out()).contains("--from", "--to-selector", "--json");
    assertThat(cress("--help").exitCode()).isZero();
    assertThat(cress("--version").out()).startsWith("cress ");
  }

  @Test
  void wrongUseIsOneLineAndCode2() {
    cress().assertFailed(2, "Missing required subcommand", "see cress --help");
    cress("nonsense").assertFailed(2, "nonsense");
    cress("plan", "--from", THREE).assertFailed(2, "--to", "see cress plan --help");
    cress("owner", "--nodes", THREE, "--replicas", "x", "k").assertFailed(2, "--replicas", "'x'");
    cress("owner", "--nodes", THREE, "--replicas", "4", "k")
        .assertFailed(2, "between 1 and the number of nodes, 3, but was 4");
  }

  @Test
  void badNodesAreNamed() {
    cress("owner", "--nodes", "a=h1:1,b=h2:x", "k").assertFailed(2, "--nodes", "node 2", "h2:x");
    cress("owner", "--nodes", "a=h1:1,a=h2:1", "k").assertFailed(2, "a was given twice");
    cress("owner", "--nodes", "a=h1:1;weight=0", "k").assertFailed(2, "weight", "0.0");
    cress("owner", "--nodes", "missing.yaml", "k")
        .assertFailed(2, "there is no file 'missing.yaml'", "name=host:port");
    cress("owner", "--nodes", "", "k").assertFailed(2, "at least one node");
  }

  @Test
  void anUnknownSelectorIsAnsweredWithTheNames() {
    cress("owner", "--nodes", THREE, "--selector", "ketma", "k")
        .assertFailed(2, "'ketma'", "rendezvous, ", "jump-back", "modulo");
    cress("owner", "--nodes", THREE, "--selector", "ring:0", "k")
        .assertFailed(2, "pointsPerWeight must be between 1 and 65536 but was 0");
    cress("owner", "--nodes", THREE, "--selector", "jump:3", "k")
        .assertFailed(2, "a number may follow rendezvous-table, ring, maglev", "'jump:3'");
    cress("owner", "--nodes", THREE, "--selector", "jedis-sharding", "k")
        .assertFailed(2, "preset must be one of", "jedis-sharding-murmur", "was jedis-sharding");
  }

  @Test
  void everyOwnSelectorHasAName() {
    for (String name :
        new String[] {
          "rendezvous",
          "rendezvous-table",
          "rendezvous-table:20",
          "ring",
          "ring:160",
          "maglev",
          "maglev:251",
          "jump",
          "jump-back",
          "modulo"
        }) {
      Run run = cress("owner", "--nodes", THREE, "--selector", name, "--json", "k");
      String id = name.replaceFirst(":.*", "-1");
      assertThat(run.out()).as(name).contains("\"selector\":\"" + id);
    }
  }

  @Test
  void weightsThatASelectorCannotHonourAreWrongUse() {
    cress("owner", "--nodes", "a=h1:1;weight=2,b=h2:1", "--selector", "modulo", "k")
        .assertFailed(2, "weights must be equal for modulo-1 but were 2.0 and 1.0");
  }

  @Test
  void aStackTraceIsShownOnRequest() {
    Run run = cress("owner", "--verbose", "--nodes", THREE, "--replicas", "4", "k");

    assertThat(run.err()).contains("IllegalArgumentException", "\tat dev.cress.");
  }

  @Test
  void nothingIsColouredWhereNoTerminalReads() {
    assertThat(cress("--help").out() + cress("nonsense").err()).doesNotContain("\u001b");
  }
}
