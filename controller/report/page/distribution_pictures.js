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
  const {metric, width, logarithmic} = options;
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
    yTitle: 'share of repetitions', yDomain: [0, 1], logarithmicX: logarithmic,
    description: `Cumulative distribution of ${metric.title}`,
  });
}

/** `against`: a metric, or null for the start of the repetition. */
function scatterPicture(campaign, cases, options) {
  const {metric, against, width, logarithmic} = options;
  const start = campaign.startUnit;
  const xOf = against ? campaign.values[against.index] : campaign.repetitions.hours;
  const scale = against ? against.scale ?? 1 : start.perHour;
  const {panels, keys} = panelsOf(campaign, cases, options, (c) =>
    campaign.points(c, metric).filter((point) => xOf[point.row] !== null).map((point) => ({
      x: xOf[point.row] * scale, y: point.value, row: point.row,
      tooltip: `${campaign.repetitionName(point.row)}: ${metricText(metric, point.value)} ` +
          `${metric.unit}; ` + (against
              ? `${against.title} ${metricText(against, xOf[point.row] * scale)} ${against.unit}`
              : `${significant(xOf[point.row] * scale, 3)} ${start.unit} after the campaign's start`),
    })));
  return panelSpec({
    panels, keys, width, line: null, yTitle: axisTitle(metric),
    xTitle: against ? axisTitle(against) : campaign.startTitle,
    logarithmicY: logarithmic,
    description: `${metric.title} over ${against ? against.title : 'time'}`,
  });
}

/**
 * Series that are no part of a campaign's data: [{key, points: [[x, y], ...]}]; x and y: {title,
 * ends: [from, to] (null: that of the data), logarithmic}.
 */
function curvesPicture({series, x, y, line, width}) {
  const inside = (value, ends) => value >= (ends?.[0] ?? -Infinity) && value <= (ends?.[1] ?? Infinity);
  return panelSpec({
    panels: [{title: '', series: series.map(({key, points}) => ({
      key, points: points.filter(([px, py]) => inside(px, x.ends) && inside(py, y.ends))
          .map(([px, py]) => ({x: px, y: py}))}))}],
    keys: [...new Set(series.map((one) => one.key))], width, line,
    xTitle: x.title, yTitle: y.title, xDomain: x.ends, yDomain: y.ends,
    logarithmicX: x.logarithmic, logarithmicY: y.logarithmic, description: `${y.title} over ${x.title}`,
  });
}
