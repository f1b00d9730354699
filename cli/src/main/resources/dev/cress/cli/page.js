"use strict";
// Draws the result of `cress plan` or `cress distribution`. Names are only ever set as text.
(() => {
  const result = JSON.parse(document.getElementById("result").textContent);
  const main = document.querySelector("main");
  const charts = [];

  // JSON has null for a number that is not finite.
  const percent = share => Number.isFinite(share) ? (100 * share).toFixed(2) + " %" : "-";
  const ratio = number => Number.isFinite(number) ? number.toFixed(3) : "-";
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function add(parent, tag, text, className) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    parent.append(element);
    return element;
  }

  function table(head, rows) {
    const element = add(add(main, "div", undefined, "scroll"), "table");
    const line = add(element, "tr");
    head.forEach(name => add(line, "th", name));
    rows.forEach(row => {
      const cells = add(element, "tr");
      row.forEach(cell => add(cells, "td", cell));
    });
  }

  // series: [{label, color: name of a CSS variable, shares}]
  function bars(title, names, series) {
    add(main, "h2", title);
    const canvas = add(add(main, "div", undefined, "chart"), "canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", title);
    const chart = new Chart(canvas, {
      type: "bar",
      data: {
        labels: names,
        datasets: series.map(s => ({ label: s.label, data: s.shares.map(x => 100 * x) }))
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: { x: {}, y: { beginAtZero: true, title: { display: true, text: "% of keys" } } },
        plugins: { tooltip: { callbacks: {
          label: item => item.dataset.label + ": " + item.parsed.y.toFixed(2) + " %" } } }
      }
    });
    charts.push({ chart, series });
  }

  function paint() {
    for (const { chart, series } of charts) {
      series.forEach((s, i) => { chart.data.datasets[i].backgroundColor = color(s.color); });
      for (const axis of Object.values(chart.options.scales)) {
        axis.ticks = { ...axis.ticks, color: color("--soft") };
        axis.grid = { ...axis.grid, color: color("--line") };
        if (axis.title) axis.title = { ...axis.title, color: color("--soft") };
      }
      chart.options.plugins.legend = { labels: { color: color("--text") } };
      chart.update();
    }
  }

  function plan(title, p) {
    const names = p.nodes.map(n => n.name);
    const of = field => p.nodes.map(n => n[field]);
    const error = p.standardError > 0
      ? ", with a standard error of " + percent(p.standardError) : "";
    add(main, "p", percent(p.movedFraction) + " of the " + title + " move" + error
      + "; true to the weights it would be at least " + percent(p.minimumFraction) + ".");
    bars("Share of the " + title + ", before and after", names, [
      { label: "before", color: "--due", shares: of("before") },
      { label: "after", color: "--one", shares: of("after") }]);
    bars("What comes to and leaves each node, by " + title, names, [
      { label: "in", color: "--one", shares: of("in") },
      { label: "out", color: "--two", shares: of("out") }]);
    table(["node", "address", "before", "out", "in", "after", "due after"],
      p.nodes.map(n => [n.name, n.address,
        ...[n.before, n.out, n.in, n.after, n.dueAfter].map(percent)]));
  }

  function distribution(d) {
    const names = d.shares.map(n => n.name);
    bars(d.selector + ", nodes: " + names.length, names, [
      { label: "due by weight", color: "--due", shares: d.shares.map(n => n.due) },
      { label: "share", color: "--one", shares: d.shares.map(n => n.share) }]);
    const facts = ["The fullest node holds " + ratio(d.balance)
      + " times its due; standard deviation " + percent(d.deviation) + "."];
    if (d.movedFromPrevious !== undefined) {
      facts.push("From the setting above to this one " + percent(d.movedFromPrevious)
        + " of the keys move; true to the weights it would be at least "
        + percent(d.minimumFromPrevious) + ".");
    }
    if (d.movedByJoin !== undefined) {
      facts.push("When the new nodes join, " + percent(d.movedByJoin)
        + " of the keys move; true to the weights it would be at least "
        + percent(d.minimumByJoin) + ".");
    }
    facts.forEach(fact => add(main, "p", fact));
    table(["node", "address", "weight", "due", "share", "of due"], d.shares.map(n => [n.name,
      n.address, String(n.weight), percent(n.due), percent(n.share), ratio(n.share / n.due)]));
  }

  const measured = { hashes: "Shares of all hashes.", keys: "Shares of " + result.keys + " keys.",
    scan: "Shares of " + result.keys + " keys that live on the nodes, a sample." };
  add(main, "p", measured[result.measuredBy], "facts");
  if (result.distributions) {
    result.distributions.forEach(distribution);
  } else {
    add(main, "p", "From " + result.from.selector + " to " + result.to.selector + ".", "facts");
    plan("keys", result);
    if (result.byBytes) plan("bytes", result.byBytes);
  }
  paint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
})();
