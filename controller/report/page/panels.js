// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of pictures with two scales: one panel per value of an axis, all with the same scales,
// and a key below that names each series once.

const kPanelHeight = 260;

/** Whether a value is between the ends that a reader has set. */
function within(value, ends) {
  return value >= (ends?.[0] ?? -Infinity) && value <= (ends?.[1] ?? Infinity);
}

/** The steps between the ends: with the one that reaches into them, and until the last end. */
function cutSteps(points, ends) {
  const low = ends?.[0] ?? -Infinity;
  const high = ends?.[1] ?? Infinity;
  const shown = points.filter((p) => p.x >= low && p.x <= high);
  const before = points.findLast((p) => p.x < low);
  const after = points.some((p) => p.x > high);
  if (before && (after || shown.length > 0)) shown.unshift({...before, x: low});
  if (after && shown.length > 0) shown.push({...shown.at(-1), x: high});
  return shown;
}

/**
 * panels: [{title, series: [{key, points: [{x, y, row, tooltip}]}]}]; keys: the series' names in
 * order; line: Vega's interpolation, or null for points without a line; x, y: {ends: [from, to]
 * (null: that of the data), logarithmic}. Null without points.
 */
function panelSpec({panels: all, keys, width, line, xTitle, yTitle, description,
                    x: {ends: xDomain, logarithmic: logarithmicX} = {},
                    y: {ends: yDomain, logarithmic: logarithmicY} = {}, limits = []}) {
  const panels = all.map((panel) => ({...panel, series: panel.series.map((series) => {
    const points = series.points.filter((p) => within(p.x, xDomain) && within(p.y, yDomain));
    return {...series, points, line: line === 'step-after' ? cutSteps(series.points, xDomain) : points};
  })}));
  const points = panels.flatMap((panel) => panel.series.flatMap((series) => series.line));
  if (points.length === 0) return null;
  const x = withEnds(extent(points.map((point) => point.x)), xDomain);
  const y = withEnds(extent([...points.map((point) => point.y), ...limits.map((l) => l.value)]), yDomain);
  const left = Math.ceil(widest(y.map((value) => significant(value * 1.1, 5) + '00'))) + 24 +
      16 * wrapped(yTitle, kPanelHeight).length;
  const plot = Math.max(200, width - left - 24);
  const titled = panels.some((panel) => panel.title) ? 26 : 8;
  const xLines = wrapped(xTitle, plot);
  const step = kPanelHeight + titled + 30 + 16 * xLines.length;
  const key = keyLayout(keys, left + plot);
  const bottom = panels.length * step;
  const many = points.length > 2000;
  return {
    description, config: kConfig, autosize: 'none', width: plot, height: bottom + key.height,
    padding: {left, right: 24, top: 4, bottom: 4},
    scales: [
      {name: 'x', type: logarithmicX && x[0] > 0 ? 'log' : 'linear', domain: x, range: [0, plot],
       nice: !xDomain, zero: false},
      {name: 'y', type: logarithmicY && y[0] > 0 ? 'log' : 'linear', domain: y,
       range: [kPanelHeight, 0], nice: !yDomain, zero: false},
    ],
    data: [
      {name: 'key', values: key.entries},
      {name: 'titles', values: panels.map((panel, i) => ({text: panel.title, y: i * step + titled - 14}))},
      {name: 'limits', values: limits},
      ...panels.flatMap((panel, p) => panel.series.map((series, s) =>
        ({name: `series-${p}-${s}`, values: series.points}))),
      ...panels.flatMap((panel, p) => panel.series.map((series, s) =>
        ({name: `line-${p}-${s}`, values: series.line.map(({x, y}) => ({x, y}))}))),
    ],
    marks: [
      ...panels.map((panel, p) => ({
        type: 'group',
        encode: {enter: {y: {value: p * step + titled}, width: {value: plot},
                         height: {value: kPanelHeight}}},
        signals: sizeSignals(plot, kPanelHeight),
        axes: [
          {scale: 'x', orient: 'bottom', title: xLines, grid: true, format: axisFormat(x),
           tickCount: Math.max(2, Math.floor(plot / 100)), labelFlush: true, zindex: 0},
          {scale: 'y', orient: 'left', title: wrapped(yTitle, kPanelHeight), grid: true, format: axisFormat(y), tickCount: 5,
           zindex: 0},
        ],
        marks: [
          ...panel.series.flatMap((series, s) =>
            seriesMarks(`${p}-${s}`, keys.indexOf(series.key), line, many)),
          rule('limits', {x: {value: 0}, x2: {value: plot}, y: {scale: 'y', field: 'value'},
                          stroke: {value: 'var(--bad)'}, strokeDash: {value: [5, 4]}}),
          rowText('limits', {x: {value: plot - 4}, y: {scale: 'y', field: 'value', offset: -8},
                             align: {value: 'right'}, fill: {value: 'var(--bad)'}}),
        ],
      })),
      rowText('titles', {x: {value: 0}, y: {field: 'y'}, fontWeight: {value: 'bold'}}),
      ...keyMarks(bottom, left),
    ],
  };
}

function seriesMarks(name, i, line, many) {
  const x = {scale: 'x', field: 'x'};
  const y = {scale: 'y', field: 'y'};
  const colour = {value: seriesColour(i)};
  const out = [];
  if (line)
    out.push({type: 'line', clip: true, interactive: false, from: {data: `line-${name}`}, encode: {enter: {
      x, y, interpolate: {value: line}, stroke: colour, strokeWidth: {value: 1.6},
      strokeDash: {value: seriesDash(i)}}}});
  out.push({type: 'symbol', from: {data: `series-${name}`}, encode: {enter: {
    x, y, fill: colour, shape: {value: seriesShape(i)}, size: {value: many ? 10 : line ? 18 : 30},
    fillOpacity: {value: many ? 0.6 : 0.85}, cursor: {value: 'pointer'},
    tooltip: {field: 'tooltip'}}}});
  return out;
}

/** The positions of the key's entries, in as many columns as fit. */
function keyLayout(keys, width) {
  if (keys.length < 2) return {entries: [], height: 4};
  const entry = Math.ceil(widest(keys)) + 44;
  const columns = Math.max(1, Math.floor(width / entry));
  return {
    entries: keys.map((text, i) => ({
      text, x: (i % columns) * entry, y: Math.floor(i / columns) * 20 + 12,
      colour: seriesColour(i), shape: seriesShape(i), dash: seriesDash(i)})),
    height: Math.ceil(keys.length / columns) * 20 + 12,
  };
}

function keyMarks(top, left) {
  const y = {field: 'y', offset: top};
  const x = (by) => ({field: 'x', offset: by - left});
  return [
    rule('key', {x: x(2), x2: x(26), y, stroke: {field: 'colour'}, strokeDash: {field: 'dash'},
                 strokeWidth: {value: 2}}),
    {type: 'symbol', interactive: false, from: {data: 'key'}, encode: {enter: {
      x: x(14), y, size: {value: 50}, fill: {field: 'colour'}, shape: {field: 'shape'}}}},
    rowText('key', {x: x(32), y}),
  ];
}
