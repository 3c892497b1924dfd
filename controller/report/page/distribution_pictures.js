// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a metric over all repetitions with two scales: cumulative distribution, over time,
// over another metric.

/** Panels by the axis `rows`, series by the axis `colours`; without it each case is a series. */
function panelsOf(campaign, cases, {rows, colours, pages}, pointsOf) {
  const keyOf = (c) => colours ? c[colours] || 'none' : campaign.label(c, [rows, pages]) || c.name;
  const keys = [...new Set(cases.map(keyOf))];
  const panels = [];
  for (const value of rows ? campaign.axisValues(rows, cases) : [null]) {
    const series = [];
    for (const c of cases) {
      if (rows && c[rows] !== value) continue;
      const points = pointsOf(c);
      if (points.length > 0) series.push({key: keyOf(c), points});
    }
    if (series.length > 0) panels.push({title: value === null ? '' : value || 'none', series});
  }
  return {panels, keys};
}

function cdfPicture(campaign, cases, options) {
  const {metric, width, x, y} = options;
  const {panels, keys} = panelsOf(campaign, cases, options, (c) => {
    const sorted = campaign.points(c, metric).sort((a, b) => a.value - b.value);
    return sorted.map((point, i) => ({
      x: point.value, y: (i + 1) / sorted.length, row: point.row,
      tooltip: `${campaign.repetitionName(point.row)}: ${metricText(metric, point.value)} ` +
          `${metric.unit}, ${i + 1} of ${sorted.length}`,
    }));
  });
  return panelSpec({
    panels, keys, width, line: 'step-after', xTitle: axisTitle(metric),
    yTitle: 'share of repetitions', x, y: {...y, ends: y?.ends ?? [0, 1]},
    description: `Cumulative distribution of ${metric.title}`,
  });
}

/**
 * What the x axis of a scatter picture shows, by options.kind: {title, of(c)}; of() returns the
 * column of a case as {values, scale, text(x)}, or nothing where it has none.
 */
function scatterAxis(campaign, cases, {kind, against, competitors, metric: shown}) {
  const column = (metric) => ({
    values: campaign.values[metric.index], scale: metric.scale ?? 1,
    text: (x) => `${metric.title} ${metricText(metric, x)} ${metric.unit}`});
  if (kind === 'versus') return {title: axisTitle(against), of: () => column(against)};
  if (kind === 'starts') {
    const flows = competitors.includes(shown.flow) ? [shown.flow] : competitors;
    const starts = flows.map((flow) => campaign.metric(flow, 'start')).filter(Boolean);
    const startOf = (c) => starts.find((metric) => campaign.points(c, metric).length > 0);
    const named = new Set(cases.map(startOf).filter(Boolean).map(({flow}) => flow));
    return {title: `start of ${[...named].join(', ')} [s]`, of: (c) => {
      const metric = startOf(c);
      return metric && column(metric);
    }};
  }
  const {unit, perHour} = campaign.startUnit;
  return {title: campaign.startTitle, of: () => ({
    values: campaign.repetitions.hours, scale: perHour,
    text: (x) => `${significant(x, 3)} ${unit} after the campaign's start`})};
}

/** options.kind: time, starts, or versus, over the metric options.against. */
function scatterPicture(campaign, cases, options) {
  const {metric, width, x, y} = options;
  const axis = scatterAxis(campaign, cases, options);
  const {panels, keys} = panelsOf(campaign, cases, options, (c) => {
    const over = axis.of(c);
    if (!over) return [];
    const at = (row) => over.values[row] * over.scale;
    return campaign.points(c, metric).filter((point) => over.values[point.row] !== null)
        .map((point) => ({
          x: at(point.row), y: point.value, row: point.row,
          tooltip: `${campaign.repetitionName(point.row)}: ${metricText(metric, point.value)} ` +
              `${metric.unit}; ${over.text(at(point.row))}`}));
  });
  return panelSpec({
    panels, keys, width, line: null, yTitle: axisTitle(metric), xTitle: axis.title, x, y,
    description: `${metric.title} over ${axis.title}`,
  });
}

/**
 * Series that are no part of a campaign's data: [{key, points: [[x, y], ...]}]; x and y: as those
 * of panelSpec(), with a title.
 */
function curvesPicture({series, x, y, line, width}) {
  return panelSpec({
    panels: [{title: '', series: series.map(({key, points}) => ({
      key, points: points.map(([px, py]) => ({x: px, y: py}))}))}],
    keys: [...new Set(series.map((one) => one.key))], width, line,
    xTitle: x.title, yTitle: y.title, x, y, description: `${y.title} over ${x.title}`,
  });
}
