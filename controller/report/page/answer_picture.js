// SPDX-License-Identifier: GPL-3.0-or-later
// The answer: paired differences from a base, one row for each compared case, sorted, with
// confidence intervals.

const kVerdicts = {
  better: {colour: 'var(--s1)', shape: 'circle', word: 'better'},
  worse: {colour: 'var(--s2)', shape: 'square', word: 'worse'},
  differs: {colour: 'var(--s3)', shape: 'diamond', word: 'differs'},
  unsure: {colour: 'var(--muted)', shape: 'diamond', word: 'no sure difference'},
};

/** better, worse, differs (where neither direction is better), or unsure. */
function verdictOf(metric, answer) {
  if (!answer.decided) return 'unsure';
  if (!metric.better) return 'differs';
  return (answer.difference > 0) === (metric.better === 'higher') ? 'better' : 'worse';
}

/** metric: {unit, scale}, for a difference from a base whose median is 0. */
function answerText(answer, {unit, scale = 1} = {}) {
  const n = `  n=${answer.n}`;
  const inUnit = (x) => withSign(significant(x * scale, 3));
  const value = answer.percent === null
      ? inUnit(answer.difference) + (unit && unit !== '1' ? ' ' + unit : '') : percentText(answer.percent);
  const [low, high] = answer.percent === null ? [answer.low, answer.high]
                                              : [answer.low_percent, answer.high_percent];
  if (low === null || low === undefined) return value + n;
  const number = (x) => answer.percent === null
      ? inUnit(x) : x.toFixed(Math.abs(high - low) < 1 ? 2 : 1).replace('-', '\u2212');
  return `${value}  (${number(low)} \u2026 ${number(high)})${n}`;
}

/** A number that sorts differences; those from a base of 0 have no percent, and are beyond all others. */
function percentOrder(answer) {
  return answer.percent ?? Math.sign(answer.difference) * Number.MAX_VALUE / 2;
}

/** The answers of a metric by what their cases have in common. */
function answerGroups(campaign, metric) {
  const axis = campaign.comparison.axis;
  const groups = new Map();
  for (const answer of campaign.comparison.answers) {
    if (answer.metric !== metric.index) continue;
    const c = campaign.cases[answer.case];
    const base = campaign.cases[answer.base];
    const place = campaign.label(c, [axis]);
    const title = (place ? place + ', ' : '') + 'against ' + (base[axis] || 'none');
    if (!groups.has(title)) groups.set(title, []);
    const verdict = verdictOf(metric, answer);
    groups.get(title).push({
      ...answer, label: c[axis] || 'none', text: answerText(answer, metric), verdict,
      colour: kVerdicts[verdict].colour, shape: kVerdicts[verdict].shape,
      tooltip: `${c.name} against ${base.name}: ${kVerdicts[verdict].word}`,
    });
  }
  const sign = metric.better === 'lower' ? 1 : -1;
  return [...groups].map(([title, rows]) => ({
    title, rows: rows.sort((a, b) => sign * (percentOrder(a) - percentOrder(b))),
  }));
}

/** groups: as those of answerGroups(). */
function intervalPicture(groups, {width, confidence, title}) {
  if (groups.length === 0) return null;
  const layout = rowLayout(groups, width, `difference (${+(confidence * 100).toPrecision(4)} % interval)`);
  const x = (field) => ({scale: 'x', field});
  const y = {field: 'y'};
  const valid = 'isValid(datum.low_percent)';
  const ends = layout.rows.flatMap((row) => [row.percent ?? 0, row.low_percent ?? 0, row.high_percent ?? 0]);
  return rowSpec(layout, {
    domain: extent([...ends, 0]), zero: 0, title, description: title, values: [],
    marks: [
      rule('rows', {x: x('low_percent'), x2: x('high_percent'), y, stroke: {field: 'colour'},
                    strokeWidth: {value: 3}, opacity: {signal: `${valid} ? 1 : 0`}}),
      {type: 'symbol', from: {data: 'rows'}, encode: {enter: {
        x: x('percent'), y, size: {value: 90}, shape: {field: 'shape'}, fill: {field: 'colour'},
        stroke: {value: 'var(--card)'}, strokeWidth: {value: 1}, tooltip: {field: 'tooltip'},
        opacity: {signal: 'isValid(datum.percent) ? 1 : 0'}}}},
    ],
  });
}

function answerPicture(campaign, {metric, width}) {
  const better = metric.better === 'higher' ? ' (right of 0: better)'
      : metric.better === 'lower' ? ' (left of 0: better)' : '';
  return intervalPicture(answerGroups(campaign, metric), {
    width, confidence: campaign.comparison.confidence,
    title: `${metric.title}: paired difference, percent of the base's median${better}`,
  });
}

/**
 * Intervals that are no part of a campaign's data: groups of rows {label, n, difference, percent,
 * low_percent, high_percent, low, high, unit, decided, better}; percent is null where the base's median is 0.
 */
function intervalsPicture({groups, width, confidence, title}) {
  return intervalPicture(groups.map((group) => ({
    title: group.title,
    rows: group.rows.map((row) => {
      const {colour, shape, word} = kVerdicts[verdictOf(row, row)];
      return {...row, colour, shape, text: answerText(row, row), tooltip: `${row.label}: ${word}`};
    }),
  })), {width, confidence, title});
}
