// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with a sticky head that scroll in themselves.

/** rows: arrays of texts or elements; the first `texts` columns are aligned to the left. */
function numberTable(head, rows, texts = 1) {
  const cell = (name) => (content, i) =>
    element(i === 0 && name === 'td' ? 'th' : name, {class: i < texts ? 'text' : undefined,
        scope: name === 'th' ? 'col' : i === 0 ? 'row' : undefined}, content);
  return element('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'table'}, element('table', {},
      element('thead', {}, element('tr', {}, ...head.map(cell('th')))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell('td')))))));
}
