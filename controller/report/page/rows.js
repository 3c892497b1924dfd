// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of pictures with one row per case: names at the left in full, the values as text at the
// right, and between them marks on one common scale. Where the width is not sufficient for all
// three, a name and its values get lines of their own above the marks.

const kRowHeight = 24;
const kTextLine = 17;
const kGap = 10;

/**
 * groups: [{title, rows: [{label, text, ...}]}]. Returns the rows with their vertical positions
 * (`y`: centre of the marks) and the specification without scale domain and marks.
 */
function rowLayout(groups, width, header) {
  const rows = groups.flatMap((group) => group.rows);
  const labels = Math.ceil(widest(rows.map((row) => row.label)));
  const texts = Math.ceil(widest([...rows.map((row) => row.text), header]));
  const titles = Math.ceil(widest(groups.map((group) => group.title), kTextSize, 'bold'));
  const whole = Math.max(width, titles + 2);
  const beside = labels + texts + 2 * kGap + 260 <= whole;
  const oneLine = labels + texts + 2 * kGap <= whole;
  const lines = beside ? 0 : oneLine ? 1 : 2;
  const left = beside ? labels + kGap : 12;
  const right = beside ? texts + kGap : 12;
  const total = Math.max(whole, labels, texts);
  const out = {rows: [], titles: [], left, plot: total - left - right, total};
  let y = beside ? kTextLine + 4 : 4;  // the header of the texts is above the rows
  for (const group of groups) {
    if (group.title) {
      y += out.rows.length > 0 ? 10 : 2;
      out.titles.push({text: group.title, y: y + kTextLine / 2,
                       width: Math.ceil(textWidth(group.title, kTextSize, 'bold')) + 8});
      y += kTextLine + 3;
    }
    for (const row of group.rows) {
      const top = y + lines * kTextLine;
      out.rows.push({
        ...row, y: top + kRowHeight / 2, textTop: y, textHeight: lines * kTextLine,
        labelX: beside ? -kGap : -left, labelY: beside ? top + kRowHeight / 2 : y + kTextLine / 2,
        labelAlign: beside ? 'right' : 'left',
        textX: total - left, textY: beside ? top + kRowHeight / 2 : y + (lines - 0.5) * kTextLine,
      });
      y = top + kRowHeight + (lines > 0 ? 6 : 0);
    }
  }
  out.height = y + 4;
  out.header = beside && header ? [{text: header, x: total - left, y: kTextLine / 2}] : [];
  return out;
}

function rowSpec(layout, {domain, type = 'linear', title, description, values, marks, zero, nice = true}) {
  const axis = {scale: 'x', tickCount: Math.max(2, Math.floor(layout.plot / 90)),
                format: axisFormat(domain), labelFlush: true};
  const titleLines = wrapped(title, layout.plot);
  return {
    description, config: kConfig,
    width: layout.plot, height: layout.height,
    padding: {left: layout.left, right: layout.total - layout.plot - layout.left, top: 26,
              bottom: 28 + 16 * titleLines.length},
    autosize: 'none',
    data: [
      {name: 'rows', values: layout.rows}, {name: 'titles', values: layout.titles},
      {name: 'header', values: layout.header}, ...values,
    ],
    scales: [{name: 'x', type, domain, range: 'width', nice, zero: false}],
    axes: [
      {...axis, orient: 'top', grid: true, zindex: 0},
      {...axis, orient: 'bottom', title: titleLines, zindex: 0},
    ],
    marks: [
      ...(zero === undefined ? [] : [{
        type: 'rule', interactive: false, encode: {enter: {
          x: {scale: 'x', value: zero}, y: {value: 0}, y2: {value: layout.height},
          stroke: {value: 'var(--text)'}, strokeWidth: {value: 1}}}}]),
      ...marks,
      // Lines end beside a title, and beside texts that stand above the marks.
      {type: 'rect', interactive: false, from: {data: 'rows'}, encode: {enter: {
        x: {value: -layout.left}, width: {value: layout.total}, y: {field: 'textTop'},
        height: {field: 'textHeight'}, fill: {value: 'var(--card)'}}}},
      {type: 'rect', interactive: false, from: {data: 'titles'}, encode: {enter: {
        x: {value: -layout.left}, width: {field: 'width'}, y: {field: 'y', offset: -kTextLine / 2},
        height: {value: kTextLine}, fill: {value: 'var(--card)'}}}},
      rowText('titles', {x: {value: -layout.left}, y: {field: 'y'}, fontWeight: {value: 'bold'}}),
      rowText('header', {x: {field: 'x'}, y: {field: 'y'}, align: {value: 'right'},
                         fill: {value: 'var(--muted)'}}),
      rowText('rows', {x: {field: 'labelX'}, y: {field: 'labelY'}, align: {field: 'labelAlign'},
                       text: {field: 'label'}}),
      rowText('rows', {x: {field: 'textX'}, y: {field: 'textY'}, align: {value: 'right'}}),
    ],
  };
}

function rowText(data, encode) {
  return {type: 'text', interactive: false, from: {data}, encode: {enter: {
    text: {field: 'text'}, baseline: {value: 'middle'}, font: {value: kFont},
    fontSize: {value: kTextSize}, fill: {value: 'var(--text)'}, ...encode}}};
}

/** The size of a group, for the grid of its axes. */
function sizeSignals(width, height) {
  return [{name: 'width', update: String(width)}, {name: 'height', update: String(height)}];
}

function rule(data, encode) {
  return {type: 'rule', from: {data}, encode: {enter: encode}};
}

/** [low, high], widened where both are equal, so that a scale exists. */
function extent(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  if (low === high) {
    const half = low === 0 ? 1 : Math.abs(low) * 0.05;
    return [low - half, high + half];
  }
  return [low, high];
}

/** The format of an axis's numbers: digits enough for its ticks to differ. */
function axisFormat([low, high]) {
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low))) + 3;
  return `,.${Math.min(Math.max(digits || 0, 6), 15)}~r`;
}

/** The ends of a scale that a reader has set in place of those of the data, which may all be beyond. */
function withEnds([low, high], ends) {
  const both = [ends?.[0] ?? low, ends?.[1] ?? high];
  return both[0] < both[1] ? both : extent([ends?.[0] ?? ends[1]]);
}
