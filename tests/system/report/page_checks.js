// SPDX-License-Identifier: GPL-3.0-or-later
// Returns what is wrong with the page as it is shown now: texts that overlap, are cut, are smaller
// than 11 pixels or have a contrast below 4.5, and parts beyond the right edge.
const problems = new Set();
const shown = (e) => {
  const style = getComputedStyle(e);
  return style.visibility !== 'hidden' && e.getClientRects().length > 0 && !e.closest('[hidden]');
};
const inScroller = (e) => e.closest('.scroll, .picture, figure');

function channels(colour) {
  const found = /rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/.exec(colour);
  return found ? [...found.slice(1, 4).map(Number), found[4] === undefined ? 1 : Number(found[4])] : null;
}
function luminance([r, g, b]) {
  const linear = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
function background(e) {
  for (let at = e; at; at = at.parentElement) {
    const colour = channels(getComputedStyle(at).backgroundColor);
    if (colour && colour[3] > 0.99) return colour;
  }
  return [255, 255, 255, 1];
}
function checkContrast(e, colour, text) {
  const own = channels(colour);
  if (!own) return;
  const [a, b] = [luminance(own), luminance(background(e))].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5) problems.add(`contrast ${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
}

for (const svg of document.querySelectorAll('figure svg')) {
  if (!shown(svg)) continue;
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')]
      .filter((t) => t.textContent.trim() && shown(t) && t.getAttribute('opacity') !== '0')
      .map((t) => ({t, box: t.getBoundingClientRect()}))
      .sort((p, q) => p.box.top - q.box.top);
  texts.forEach(({t, box}, i) => {
    const text = t.textContent;
    const [l, r, u, d] = [box.left - frame.left, frame.right - box.right, box.top - frame.top, frame.bottom - box.bottom];
    if (Math.min(l, r, u, d) < -1) problems.add(`cut: ${text} (${[l, r, u, d].map(Math.round)})`);
    if (parseFloat(getComputedStyle(t).fontSize) < 11) problems.add(`small: ${text}`);
    checkContrast(svg, getComputedStyle(t).fill, text);
    for (let j = i + 1; j < texts.length && texts[j].box.top < box.bottom - 2; ++j) {
      const other = texts[j].box;
      if (box.left < other.right - 1 && other.left < box.right - 1 && other.bottom > box.top + 2)
        problems.add(`overlap: ${text} | ${texts[j].t.textContent}`);
    }
  });
}
for (const e of document.querySelectorAll('main *')) {
  if (!shown(e) || e.closest('svg')) continue;
  if (e.getBoundingClientRect().right > innerWidth + 1 && !inScroller(e)) problems.add(`beyond the right edge: ${e.tagName} ${e.className}`);
  const text = [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent.trim()).join(' ').trim();
  if (!text || e.disabled || ['SCRIPT', 'OPTION', 'NOSCRIPT'].includes(e.tagName)) continue;
  if (parseFloat(getComputedStyle(e).fontSize) < 11) problems.add(`small: ${text.slice(0, 40)}`);
  checkContrast(e, getComputedStyle(e).color, text);
}
if (document.documentElement.scrollWidth > innerWidth) problems.add(`the page is ${document.documentElement.scrollWidth} wide`);
return [...problems].slice(0, 30);
