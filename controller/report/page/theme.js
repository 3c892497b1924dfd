// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and shapes. Pictures name colours by CSS variables of the page, so that light, dark and
// print need no new picture. The series' colours are those of Okabe and Ito, which colour-blind
// readers tell apart; yellow is replaced by grey. Their grey tones and the shapes differ, too.

const kLight = {
  '--text': '#1d2430', '--muted': '#5b6472', '--line': '#dcdfe4', '--card': '#ffffff',
  '--good': '#1f7a4d', '--bad': '#b3261e', '--warn': '#8a5800',
  '--s1': '#0072b2', '--s2': '#d55e00', '--s3': '#009e73', '--s4': '#cc79a7',
  '--s5': '#56b4e9', '--s6': '#e69f00', '--s7': '#5b6472', '--s8': '#8c3b00',
};
const kSeriesCount = 8;
const kShapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
const kDashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

const seriesColour = (i) => `var(--s${1 + i % kSeriesCount})`;
/** Beyond the colours, series differ by shape and dash, so that no two look alike. */
const seriesShape = (i) => kShapes[Math.floor(i / kSeriesCount) % kShapes.length];
const seriesDash = (i) => kDashes[Math.floor(i / kSeriesCount) % kDashes.length];

const kConfig = {
  background: null,
  axis: {
    labelFont: kFont, titleFont: kFont, labelFontSize: kTextSize, titleFontSize: kTextSize,
    titleFontWeight: 'normal', labelColor: 'var(--text)', titleColor: 'var(--text)',
    gridColor: 'var(--line)', domainColor: 'var(--muted)', tickColor: 'var(--muted)',
    labelOverlap: 'greedy', labelSeparation: 8, labelLimit: 0, titleLimit: 0, titlePadding: 6,
  },
  text: {font: kFont, fontSize: kTextSize, fill: 'var(--text)'},
};

/** The text with each variable replaced by its value in `values`. */
function withColours(text, values) {
  return text.replace(/var\((--[a-z0-9]+)\)/g, (all, name) => values[name] ?? all);
}
