// SPDX-License-Identifier: GPL-3.0-or-later
// Distributions: a horizontal box per case with a point for each repetition. The box spans the
// quartiles, the line in it is the median, the whiskers reach to the extremes.

/**
 * Where the points of a row stand: above and below the centre by the golden ratio, so that
 * neighbours in time are apart and a picture is the same each time.
 */
function spread(number) {
  return (number * 0.6180339887498949) % 1 - 0.5;
}

function boxRow(campaign, c, metric, label, colour) {
  const points = campaign.points(c, metric);
  const s = summarize(points.map((point) => point.value));
  if (!s) return null;
  const text = (value) => metricText(metric, value);
  return {
    ...s, label, colour, points, case: c.index,
    text: `${text(s.median)}  (${text(s.q1)} \u2026 ${text(s.q3)})  n=${s.count}`,
    tooltip: `${c.name}: median ${text(s.median)}, quartiles ${text(s.q1)} and ${text(s.q3)}, ` +
        `extremes ${text(s.min)} and ${text(s.max)} ${metric.unit}`,
  };
}

/** Groups of cases by the axis `rows` (empty: one group), with colours by the axis `colours`. */
function boxGroups(campaign, cases, {metric, rows, colours, pages}) {
  const order = colours ? campaign.axisValues(colours) : [];
  const out = [];
  for (const value of rows ? campaign.axisValues(rows, cases) : [null]) {
    const group = {title: value === null ? '' : value || 'none', rows: []};
    for (const c of cases) {
      if (rows && c[rows] !== value) continue;
      const label = campaign.label(c, [rows, pages]) || c.name;
      const row = boxRow(campaign, c, metric, label,
                         seriesColour(colours ? order.indexOf(c[colours]) : 0));
      if (row) group.rows.push(row);
    }
    if (group.rows.length > 0) out.push(group);
  }
  return out;
}

function boxPicture(campaign, cases, options) {
  const {metric, width, points = true, y: {ends: domain, logarithmic} = {}} = options;
  const groups = boxGroups(campaign, cases, options);
  if (groups.length === 0) return null;
  const layout = rowLayout(groups, width, 'median (quartiles)');
  const targets = layout.rows.flatMap((row) => campaign.published
      .filter((p) => p.case === campaign.cases[row.case].name && p.median_of?.[0] === metric.flow &&
                     p.median_of[1] === metric.metric)
      .map((p) => p.published * (metric.scale ?? 1))
      .map((value) => ({y: row.y, value,
                        tooltip: `published: ${metricText(metric, value)} ${metric.unit}`})));
  const range = withEnds(extent([
    ...layout.rows.flatMap((row) => [row.min, row.max]), ...targets.map((t) => t.value)]), domain);
  const within = (low, high) => low <= range[1] && high >= range[0];
  const part = ({y, colour, median, tooltip}, low, high) => ({
    y, colour, median, tooltip, low: Math.max(low, range[0]), high: Math.min(high, range[1])});
  const whiskers = [], boxes = [], medians = [], dots = [];
  for (const row of layout.rows) {
    for (const [low, high] of [[row.min, row.q1], [row.q3, row.max]])
      if (within(low, high)) whiskers.push(part(row, low, high));
    if (within(row.q1, row.q3)) boxes.push(part(row, row.q1, row.q3));
    if (within(row.median, row.median)) medians.push(part(row, row.median, row.median));
    if (points)
      for (const point of row.points) {
        if (!within(point.value, point.value)) continue;
        const number = campaign.repetitions.number[point.row];
        dots.push({x: point.value, y: row.y + spread(number) * (kRowHeight - 8), row: point.row,
                   colour: row.colour,
                   tooltip: `${campaign.repetitionName(point.row)}: ` +
                       `${metricText(metric, point.value)} ${metric.unit}`});
      }
    delete row.points;
  }
  const x = (field) => ({scale: 'x', field});
  const y = {field: 'y'};
  const offset = (by) => ({field: 'y', offset: by});
  const colour = {field: 'colour'};
  return rowSpec(layout, {
    domain: range, type: logarithmic && range[0] > 0 ? 'log' : 'linear',
    title: axisTitle(metric), description: `Distribution of ${metric.title} by case`,
    values: [{name: 'whiskers', values: whiskers}, {name: 'boxes', values: boxes}, {name: 'medians', values: medians},
             {name: 'dots', values: dots},
             {name: 'published', values: targets.filter((target) => within(target.value, target.value))}],
    nice: !domain,
    marks: [
      rule('whiskers', {x: x('low'), x2: x('high'), y, stroke: colour, strokeWidth: {value: 1.4}}),
      {type: 'rect', from: {data: 'boxes'}, encode: {enter: {
        x: x('low'), x2: x('high'), y: offset(-8), y2: offset(8), fill: colour,
        fillOpacity: {value: 0.18}, stroke: colour, strokeWidth: {value: 1.4},
        tooltip: {field: 'tooltip'}}}},
      {type: 'symbol', from: {data: 'dots'}, encode: {enter: {
        x: x('x'), y, size: {value: dots.length > 2000 ? 9 : 16}, fill: colour,
        fillOpacity: {value: 0.65}, cursor: {value: 'pointer'}, tooltip: {field: 'tooltip'}}}},
      rule('medians', {x: x('median'), y: offset(-9), y2: offset(9), stroke: {value: 'var(--text)'},
                    strokeWidth: {value: 2.4}}),
      {type: 'symbol', from: {data: 'published'}, encode: {enter: {
        x: x('value'), y, shape: {value: 'diamond'}, size: {value: 110}, stroke: {value: 'var(--bad)'},
        strokeWidth: {value: 2}, fill: {value: 'var(--card)'}, fillOpacity: {value: 0.6},
        tooltip: {field: 'tooltip'}}}},
    ],
  });
}
