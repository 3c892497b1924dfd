// SPDX-License-Identifier: GPL-3.0-or-later
// Labelled controls.

let controlCount = 0;

/** options: [[value, text]]. `onchange(value)`. */
function choice(label, options, value, onchange) {
  const id = 'control-' + controlCount++;
  const select = element('select', {id, onchange: () => onchange(select.value)},
      ...options.map(([v, text]) => element('option', {value: v, selected: v === value}, text)));
  select.disabled = options.length < 2;
  return {
    element: element('div', {class: 'control'}, element('label', {for: id}, label), select),
    select,
    set(next) { select.value = next; },
  };
}

function metricOptions(campaign) {
  return campaign.metrics.map((metric) =>
    [String(metric.index), metric.title + (metric.unit ? ` [${metric.unit}]` : '')]);
}
