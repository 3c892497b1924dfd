// SPDX-License-Identifier: GPL-3.0-or-later
// Published against measured values: a point each, coloured by agreement; on the diagonal both are
// equal. Values with different units have panels of their own.

const kAgreement = ['agrees', 'outside its tolerance', 'not expected to agree'];
const kAgreementColours = ['var(--s1)', 'var(--s2)', 'var(--s7)'];

function publishedPicture(campaign, {width}) {
  const units = [...new Set(campaign.published.map((p) => p.unit))];
  if (units.length === 0) return null;
  const size = Math.min(340, width - 130);
  const columns = Math.max(1, Math.floor(width / (size + 130)));
  const cell = {width: size + 130, height: size + 84};
  const panels = units.map((unit, i) => {
    const values = campaign.published.filter((p) => p.unit === unit).map((p) => ({
      x: p.published, y: p.measured, colour: kAgreementColours[p.agreement],
      shape: kShapes[p.agreement],
      tooltip: `${p.case}: ${p.metric}: published ${significant(p.published, 5)}, ` +
          `measured ${significant(p.measured, 5)} ${p.unit}; ${p.verdict} [${p.source}]`}));
    const all = values.flatMap((v) => [v.x, v.y]);
    const domain = extent(all);
    const type = domain[0] > 0 && domain[1] / domain[0] > 20 ? 'log' : 'linear';
    return {unit, values, domain, type, i};
  });
  const rows = Math.ceil(panels.length / columns);
  const key = kAgreement.map((text, i) => ({text, colour: kAgreementColours[i], shape: kShapes[i]}));
  let x = 0;
  for (const entry of key) {
    entry.x = x;
    x += Math.ceil(textWidth(entry.text)) + 40;
  }
  const wrapped = x > width;
  key.forEach((entry, i) => { if (wrapped) [entry.x, entry.row] = [0, i]; else entry.row = 0; });
  const keyHeight = (wrapped ? 3 : 1) * 20 + 12;
  return {
    description: 'Published and measured values', config: kConfig, autosize: 'none',
    width: Math.min(columns, panels.length) * cell.width, height: rows * cell.height + keyHeight,
    padding: {left: 2, right: 2, top: 4, bottom: 4},
    data: [
      {name: 'key', values: key},
      ...panels.map((panel) => ({name: `unit-${panel.i}`, values: panel.values})),
    ],
    marks: [
      ...panels.map((panel) => ({
        type: 'group',
        encode: {enter: {
          x: {value: (panel.i % columns) * cell.width + 90},
          y: {value: Math.floor(panel.i / columns) * cell.height + keyHeight + 8},
          width: {value: size}, height: {value: size}}},
        signals: sizeSignals(size, size),
        scales: ['x', 'y'].map((name) => ({
          name, type: panel.type, domain: panel.domain, nice: true, zero: false,
          range: name === 'x' ? [0, size] : [size, 0]})),
        axes: [
          {scale: 'x', orient: 'bottom', grid: true, format: axisFormat(panel.domain), tickCount: 4,
           title: `published${panel.unit === '1' ? '' : ' [' + panel.unit + ']'}`},
          {scale: 'y', orient: 'left', grid: true, format: axisFormat(panel.domain), tickCount: 5,
           title: `measured${panel.unit === '1' ? '' : ' [' + panel.unit + ']'}`},
        ],
        marks: [
          {type: 'rule', interactive: false, encode: {enter: {
            x: {value: 0}, y: {value: size}, x2: {value: size}, y2: {value: 0},
            stroke: {value: 'var(--muted)'}, strokeDash: {value: [4, 4]}}}},
          {type: 'symbol', from: {data: `unit-${panel.i}`}, encode: {enter: {
            x: {scale: 'x', field: 'x'}, y: {scale: 'y', field: 'y'}, size: {value: 45},
            fill: {field: 'colour'}, fillOpacity: {value: 0.75}, shape: {field: 'shape'},
            tooltip: {field: 'tooltip'}}}},
        ],
      })),
      {type: 'symbol', interactive: false, from: {data: 'key'}, encode: {enter: {
        x: {field: 'x', offset: 8}, y: {signal: 'datum.row * 20 + 10'}, size: {value: 60},
        fill: {field: 'colour'}, shape: {field: 'shape'}}}},
      rowText('key', {x: {field: 'x', offset: 22}, y: {signal: 'datum.row * 20 + 10'}}),
    ],
  };
}
