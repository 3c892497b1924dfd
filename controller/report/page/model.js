// SPDX-License-Identifier: GPL-3.0-or-later
// The campaign's data as the pictures use them. The format is described in
// controller/report/page_data.h.

const kAxes = ['link', 'router', 'tcp', 'workload'];

class Campaign {
  constructor(data) {
    Object.assign(this, data);
    this.cases.forEach((c, index) => { c.index = index; });
    this.metrics.forEach((metric, index) => { metric.index = index; });
    // The repetitions of each case, as indices into the columns.
    this.rows = this.cases.map(() => []);
    this.repetitions.case.forEach((c, row) => this.rows[c].push(row));
    this.differing = kAxes.filter((axis) => new Set(this.cases.map((c) => c[axis])).size > 1);
  }

  /** Points {row, value} of a case, in the metric's shown unit. */
  points(c, metric) {
    const column = this.values[metric.index];
    const scale = metric.scale ?? 1;
    const out = [];
    for (const row of this.rows[c.index])
      if (column[row] !== null) out.push({row, value: column[row] * scale});
    return out;
  }
  statistics(c, metric) {
    return summarize(this.points(c, metric).map((point) => point.value));
  }
  /** Values of an axis in the order of the cases. */
  axisValues(axis, cases = this.cases) {
    return [...new Set(cases.map((c) => c[axis]))];
  }
  /** The case's name without the axes in `without` and without those that never differ. */
  label(c, without = []) {
    const parts = this.differing.filter((axis) => !without.includes(axis))
        .map((axis) => c[axis]).filter(Boolean);
    if (parts.length > 0) return parts.join(' \u00b7 ');
    return '';
  }
  /** The axes by which pictures group and colour cases when the reader has not chosen any. */
  get usualAxes() {
    const colours = [this.comparison.axis, 'tcp', this.differing[0]]
        .find((axis) => this.differing.includes(axis)) ?? '';
    return {rows: this.differing.find((axis) => axis !== colours) ?? '', colours};
  }
  /** The unit in which starts of repetitions, stored in hours, are shown: it fits the last start. */
  get startUnit() {
    const last = this.timing.hours.reduce((a, b) => Math.max(a, b), 0);
    if (last > 2) return {unit: 'hours', perHour: 1};
    return last > 1 / 30 ? {unit: 'minutes', perHour: 60} : {unit: 'seconds', perHour: 3600};
  }
  get startTitle() {
    return `start of the repetition, ${this.startUnit.unit} after the start of the campaign`;
  }
  metric(flow, name) {
    return this.metrics.find((m) => m.flow === flow && m.metric === name);
  }
  repetitionName(row) {
    return this.cases[this.repetitions.case[row]].name + '/' + this.repetitions.number[row];
  }
}

function axisTitle(metric) {
  return metric.unit ? `${metric.title} [${metric.unit}]` : metric.title;
}
