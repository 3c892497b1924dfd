// SPDX-License-Identifier: GPL-3.0-or-later
// How late packets were released: the distribution over all repetitions, and over the night.
// Attempts that do not count are among the points of the second picture.

const kMostSteps = 500;       // of one distribution; of more only every n-th value has a step
const kMilliseconds = 1e-6;  // ms per ns

function latenessPoints(campaign, column) {
  const timing = campaign.timing;
  const {perHour} = campaign.startUnit;
  return timing.case.map((c, i) => ({
    y: timing[column][i] * kMilliseconds, x: timing.hours[i] * perHour, valid: timing.verdict[i] === 'valid',
    row: timing.row[i],
    tooltip: `${campaign.cases[c].name}/${timing.number[i]}: ${durationText(timing[column][i])}, ` +
        timing.verdict[i] + (timing.reason[i] ? ': ' + timing.reason[i] : ''),
  }));
}

const kLateness = [
  {column: 'p999', title: 'p99.9 of the repetition', limit: 'p999_ns'},
  {column: 'max', title: 'largest of the repetition', limit: 'max_ns'},
];

function latenessCdf(campaign, {width}) {
  const panels = [{title: '', series: []}];
  for (const {column, title} of kLateness) {
    const sorted = latenessPoints(campaign, column).filter((p) => p.valid).sort((a, b) => a.y - b.y);
    const step = Math.ceil(sorted.length / kMostSteps);
    const points = sorted.map((p, i) => ({...p, x: p.y, y: (i + 1) / sorted.length}))
        .filter((p, i) => p.x > 0 && (i % step === 0 || i + 1 === sorted.length));  // the axis is logarithmic
    if (points.length > 0) panels[0].series.push({key: title, points});
  }
  return panelSpec({
    panels, keys: kLateness.map((l) => l.title), width, line: 'step-after',
    xTitle: 'release lateness, ms', yTitle: 'share of valid repetitions',
    x: {logarithmic: true}, y: {ends: [0, 1]},
    description: 'Distribution of the release lateness over the valid repetitions',
  });
}

function latenessOverTime(campaign, {width}) {
  const limits = kLateness.flatMap(({column, limit}) => {
    const [low, high] = campaign.limits[limit] ?? [];
    const line = (value, which) => ({value: value * kMilliseconds,
                                     text: `${which}limit of the ${column === 'max' ? 'largest' : 'p99.9'}`});
    if (low === undefined) return [];
    return low === high ? [line(low, '')] : [line(low, 'lowest '), line(high, 'highest ')];
  });
  const series = [];
  for (const {column, title} of kLateness) {
    const points = latenessPoints(campaign, column).filter((p) => p.y > 0);
    series.push({key: title, points: points.filter((p) => p.valid)});
    if (column === 'max') series.push({key: 'largest of an attempt that does not count',
                                       points: points.filter((p) => !p.valid)});
  }
  return panelSpec({
    panels: [{title: '', series: series.filter((s) => s.points.length > 0)}],
    keys: series.map((s) => s.key).filter((key, i) => series[i].points.length > 0),
    width, line: null, yTitle: 'release lateness, ms', y: {logarithmic: true}, limits,
    xTitle: campaign.startTitle,
    description: 'Release lateness over the time of the campaign',
  });
}
