// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a picture into the page: its view, tool tips, a click on a repetition, and its export.

const kManyMarks = 6000;  // more are drawn on a canvas, which is faster than a document of marks

function element(name, attributes = {}, ...children) {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) out.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) out.setAttribute(key, value === true ? '' : value);
  }
  out.append(...children.filter((child) => child !== null && child !== undefined));
  return out;
}

function pageColours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(Object.keys(kLight).map((name) =>
    [name, style.getPropertyValue(name).trim() || kLight[name]]));
}

const tip = element('div', {id: 'tip', role: 'tooltip', hidden: true});
const drawn = new Set();

function showTip(handler, event, item, value) {
  tip.hidden = value === null || value === undefined || value === '';
  if (tip.hidden) return;
  tip.textContent = value;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + 'px';
  tip.style.top = (event.clientY + 18 + box.height > innerHeight
      ? event.clientY - box.height - 10 : event.clientY + 18) + 'px';
}

/** A picture with its caption and the buttons of its export. `make(width)` returns a specification. */
class Figure {
  constructor({name, caption, make, onClick, tall = false, size}) {
    Object.assign(this, {name, make, onClick});
    this.canvas = element('div', {class: tall ? 'picture tall' : 'picture', tabindex: tall ? '0' : undefined,
                                  role: tall ? 'group' : undefined, 'aria-label': tall ? name : undefined});
    this.caption = element('figcaption', {}, caption ?? '');
    this.size = size;
    this.buttons = element('div', {class: 'export', role: 'group', 'aria-label': 'Save the picture'},
        ...['SVG', 'PNG', 'PDF', 'CSV'].map((format) => element('button', {
          type: 'button', 'aria-label': `Save ${name} as ${format}`,
          onclick: () => this.save(format.toLowerCase())}, format)));
    this.element = element('figure', {}, this.canvas, element('div', {class: 'below'}, this.caption, this.buttons));
    drawn.add(this);
  }

  /** Draws the picture for the present width. While pictures are drawn, the page says so. */
  async draw() {
    const page = document.documentElement.dataset;
    page.drawing = Number(page.drawing ?? 0) + 1;
    try {
      await this.drawNow();
    } finally {
      page.drawing -= 1;
      if (page.drawing === '0') delete page.drawing;
    }
  }

  async drawNow() {
    const width = Math.floor(this.canvas.clientWidth) - 2;
    if (width <= 0) return;
    this.width = width;
    const spec = this.make(width);
    this.view?.finalize();
    this.view = null;
    this.canvas.replaceChildren();
    this.buttons.hidden = !spec;
    if (!spec) {
      this.canvas.append(element('p', {class: 'muted'}, 'No values for this choice.'));
      return;
    }
    this.spec = spec;
    const marks = spec.data.reduce((sum, table) => sum + (table.values?.length ?? 0), 0);
    this.onCanvas = marks > kManyMarks && spec.height < 8000;
    const ready = this.onCanvas ? JSON.parse(withColours(JSON.stringify(spec), pageColours())) : spec;
    this.view = new vega.View(vega.parse(ready), {
      renderer: this.onCanvas ? 'canvas' : 'svg', container: this.canvas, hover: false});
    this.view.tooltip(showTip);
    if (this.onClick)
      this.view.addEventListener('click', (event, item) => {
        if (item?.datum?.row !== undefined) this.onClick(item.datum.row);
      });
    await this.view.runAsync();
  }

  /** The picture in the colours of paper, independent of the page. */
  async svg() {
    const view = new vega.View(vega.parse(this.spec), {renderer: 'none'});
    for (const {name} of this.spec.signals ?? [])
      if (name === 'span') view.signal(name, this.view.signal(name));  // the part that is shown
    const text = withColours(await view.toSVG(), kLight);
    view.finalize();
    return text.replace('<svg ', '<svg style="background:#fff" ');
  }

  async save(format) {
    if (format === 'csv') return download(this.name + '.csv', 'text/csv', csvOf(this.spec));
    const svg = await this.svg();
    if (format === 'svg') return download(this.name + '.svg', 'image/svg+xml', svg);
    if (format === 'pdf') return printPicture(svg, this.name);
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
    await image.decode();
    const scale = Math.min(3, 16000 / image.height);
    const canvas = element('canvas', {width: image.width * scale, height: image.height * scale});
    const pen = canvas.getContext('2d');
    pen.scale(scale, scale);
    pen.drawImage(image, 0, 0);
    canvas.toBlob((blob) => download(this.name + '.png', 'image/png', blob));
  }
}

function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], {type}));
  const link = element('a', {href: url, download: name.replace(/[^\w.\-]+/g, '-')});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Opens the print dialog with a page that has the size of the picture; its target may be a PDF. */
function printPicture(svg, name) {
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg);
  const frame = element('iframe', {title: 'print', class: 'print-frame'});
  document.body.append(frame);
  const page = frame.contentDocument;
  page.open();
  page.write(`<!DOCTYPE html><title>${name.replace(/[<&]/g, '')}</title><style>@page{size:${width}px ${height}px;margin:0}` +
      `body{margin:0}svg{display:block}</style>${svg}`);
  page.close();
  frame.contentWindow.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow.print();
}

/** The plotted data, one table after the other. */
function csvOf(spec) {
  const cell = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  };
  const skipped = new Set(['labelX', 'labelY', 'labelAlign', 'textX', 'textY', 'colour', 'shape', 'dash', 'points',
                           'textTop', 'textHeight']);
  let out = '';
  for (const table of spec.data) {
    if (!table.values?.length || /^(titles|header|key|whiskers|boxes|medians|title-\d+|key-\d+)$/.test(table.name)) continue;
    const columns = Object.keys(table.values[0]).filter((c) => !skipped.has(c));
    out += `# ${table.name}\n${columns.join(',')}\n`;
    for (const row of table.values) out += columns.map((c) => cell(row[c])).join(',') + '\n';
  }
  return out;
}

/** Draws every picture again whose width has changed. */
function followWidth() {
  let timer;
  new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const figure of drawn)
        if (figure.view && Math.floor(figure.canvas.clientWidth) - 2 !== figure.width) figure.draw();
    }, 150);
  }).observe(document.querySelector('main'));
  const again = () => { for (const figure of drawn) if (figure.onCanvas) figure.draw(); };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
}
