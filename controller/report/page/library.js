// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of Vega (https://vega.github.io/vega, BSD-3-Clause) that the pictures use.
// `vegaModule` loads a module of the bundle that precedes this file.

const vega = (() => {
  const {transforms} = vegaModule('vega-dataflow');
  Object.assign(transforms, vegaModule('vega-transforms'), vegaModule('vega-view-transforms'),
      vegaModule('vega-encode'));
  return {
    View: vegaModule('vega-view').View,
    parse: vegaModule('vega-parser').parse,
    textMetrics: vegaModule('vega-scenegraph').textMetrics,
  };
})();

const kFont = 'system-ui, "Noto Sans", "DejaVu Sans", Helvetica, Arial, sans-serif';
const kTextSize = 12;

function textWidth(text, size = kTextSize, weight = 'normal') {
  return vega.textMetrics.width({font: kFont, fontSize: size, fontWeight: weight}, text);
}
function widest(texts, size, weight) {
  return texts.reduce((width, text) => Math.max(width, textWidth(text, size, weight)), 0);
}

/** The text in lines of at most `width` pixels, broken at spaces. */
function wrapped(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? lines.at(-1) + ' ' + word : word;
    if (lines.at(-1) && textWidth(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
