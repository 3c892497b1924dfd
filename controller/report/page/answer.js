// SPDX-License-Identifier: GPL-3.0-or-later
// The part "Answer": which case is better than the base, by how much, and how sure.

function answerPart(campaign, place) {
  const metrics = campaign.metrics.filter((metric) =>
    campaign.comparison.answers.some((answer) => answer.metric === metric.index));
  if (metrics.length === 0) {
    place.remove();
    return;
  }
  let metric = metrics[0];
  const sentence = element('p', {class: 'sentence', 'aria-live': 'polite'});
  const confidence = campaign.comparison.confidence * 100;
  const figure = new Figure({
    name: 'answer', tall: true,
    make: (width) => answerPicture(campaign, {metric, width}),
    caption: `Dot: median of the differences within repetitions (both cases have the same ` +
        `${campaign.comparison.axis === 'link' ? 'seed' : 'channel'}), in ` +
        `percent of the base's median (where that is 0, only the text has it, in the metric's unit). ` +
        `Line: ${confidence} % interval of that median. ` +
        `n: repetitions that both cases have. Grey diamond: the interval contains 0, or n is too small for one, so ` +
        `the campaign does not decide.`,
  });
  const table = element('div');
  const show = () => {
    sentence.textContent = answerSentence(campaign, metric);
    figure.name = `answer-${metric.flow || 'workload'}-${metric.metric}`;
    table.replaceChildren(answerTable(campaign, metric));
    return figure.draw();
  };
  const control = choice('Metric', metrics.map((m) => [String(m.index), axisTitle(m)]),
      String(metric.index), (value) => {
        metric = campaign.metrics[Number(value)];
        show();
      });
  place.append(element('div', {class: 'controls'}, control.element), sentence, figure.element,
      element('details', {}, element('summary', {}, 'The numbers'), table));
  show();
}

/** "Overall throughput, enhanced against baseline: better in 3 of 4 comparisons, no sure difference in 1." */
function answerSentence(campaign, metric) {
  const rows = answerGroups(campaign, metric).flatMap((group) => group.rows);
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const parts = Object.keys(kVerdicts).filter((v) => count(v) > 0)
      .map((v, i) => `${kVerdicts[v].word} in ${count(v)}` +
          (i === 0 ? ` of ${rows.length} comparison${rows.length === 1 ? '' : 's'}` : ''));
  const only = (values) => new Set(values).size === 1 ? values[0] : null;
  const compared = only(rows.map((row) => row.label));
  const base = only(rows.map((row) => campaign.cases[row.base][campaign.comparison.axis] || 'none'));
  const against = base === null ? '' : `${compared === null ? '' : ' ' + compared} against ${base}`;
  const sure = rows.filter((row) => row.verdict !== 'unsure')
      .sort((a, b) => Math.abs(percentOrder(b)) - Math.abs(percentOrder(a)))[0];
  let text = `${metric.title}${against && ','}${against}: ${parts.join(', ')}.`;
  if (sure)
    text += ` Largest: ${campaign.cases[sure.case].name}, ${sure.text.replace(/ {2,}/g, ' ')}.`;
  return text;
}

function answerTable(campaign, metric) {
  const rows = answerGroups(campaign, metric).flatMap((group) => group.rows);
  return numberTable(
      ['case', 'against', 'verdict', 'difference [%]', 'interval [%]', `difference [${metric.unit || '1'}]`, 'n'],
      rows.map((row) => [
        campaign.cases[row.case].name, campaign.cases[row.base].name, kVerdicts[row.verdict].word,
        row.percent === null ? '\u2013' : row.percent.toFixed(2),
        row.low_percent === null ? '\u2013' : `${row.low_percent.toFixed(2)} \u2026 ${row.high_percent.toFixed(2)}`,
        significant(row.difference * (metric.scale ?? 1), 5), String(row.n)]), 3);
}
