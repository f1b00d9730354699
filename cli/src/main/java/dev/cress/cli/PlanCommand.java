package dev.cress.cli;

import dev.cress.cli.Measure.Change;
import dev.cress.selector.KeySample;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what a change of the nodes or of the selector would move. */
@Command(
    name = "plan",
    description = "Print what a change would move, before it is made.",
    mixinStandardHelpOptions = true)
final class PlanCommand implements Runnable {

  @Option(
      names = "--from",
      required = true,
      paramLabel = "NODES",
      converter = NodesConverter.class,
      description = "The nodes before the change.")
  private NodesAndSelector from = NodesAndSelector.EMPTY;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "NODES",
      converter = NodesConverter.class,
      description = "The nodes after the change.")
  private NodesAndSelector to = NodesAndSelector.EMPTY;

  @Option(
      names = "--selector",
      paramLabel = "NAME",
      converter = SelectorConverter.class,
      description = "The selector before and after. Default: that of each file, or rendezvous.")
  private @Nullable NamedSelector selector;

  @Option(
      names = "--from-selector",
      paramLabel = "NAME",
      converter = SelectorConverter.class,
      description = "The selector before, if it is another.")
  private @Nullable NamedSelector fromSelector;

  @Option(
      names = "--to-selector",
      paramLabel = "NAME",
      converter = SelectorConverter.class,
      description = "The selector after, if it is another.")
  private @Nullable NamedSelector toSelector;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Count these keys, one a line; - reads the standard input.")
  private @Nullable String keys;

  @Mixin private ScanOptions scan = new ScanOptions();

  @Mixin private PlacementOptions options = new PlacementOptions();

  @Mixin private Output output = new Output();

  @Mixin private HtmlOption html = new HtmlOption();

  /** Created by the command line. */
  PlanCommand() {}

  @Override
  public void run() {
    if (selector != null && fromSelector != null && toSelector != null) {
      throw new IllegalArgumentException(
          "--selector has no effect beside --from-selector and --to-selector: leave it out");
    }
    scan.check();
    html.check();
    Selector left = from.selector(fromSelector == null ? selector : fromSelector, to.nodes());
    Selector reached = to.selector(toSelector == null ? selector : toSelector, from.nodes());
    options.check(List.of(left, reached));
    Placement before = options.place(left, from.nodes());
    Placement after = options.place(reached, to.nodes());
    PlanReport report = report(before, after);
    html.write("Plan of a change", report.json());
    output.print(report.text(), report.json());
  }

  private PlanReport report(Placement before, Placement after) {
    if (scan.isWanted()) {
      return scanned(before, after);
    }
    Measure measure = new Measure(keys);
    Change change = new Change(before, after);
    measure.take(List.of(change));
    return new PlanReport(change, measure.plan(change), measure.facts(), measure.leftOut(), null);
  }

  private PlanReport scanned(Placement before, Placement after) {
    if (keys != null) {
      throw new IllegalArgumentException("--keys and --scan exclude each other: give one of them");
    }
    KeySample sample = new KeySample(before, after);
    try (LiveSample live = new LiveSample(scan, before, sample)) {
      Map<String, Object> facts = live.take();
      return new PlanReport(
          new Change(before, after), sample.byKeys(), facts, live.leftOut(), sample.byBytes());
    }
  }
}
