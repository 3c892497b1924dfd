// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the data in the page and fills its parts.

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

/** Files of repetitions call this with their name, the log that the data is of, and the data. */
const arrived = new Map();
const courseKey = (name, log) => `${name} of ${log}`;
globalThis.seawindRepetition = (name, log, base64) => { arrived.set(courseKey(name, log), base64); };

/** Of a file in the folder of courses beside the page, whatever the name of the folder is. */
const courseUrl = (campaign, file) => `./${encodeURIComponent(campaign.courses)}/${file}`;

/** Loads the course of a repetition: from the page, or else from its file. Null: there is none, or the file is that of
 * another report, which has been written beside this page. */
async function loadRepetition(campaign, row) {
  const file = campaign.repetitions.course[row];
  if (!file) return null;
  const key = courseKey(file, campaign.repetitions.log[row]);
  if (!arrived.has(key)) {
    const inlined = document.getElementById('course-' + file);
    if (inlined) arrived.set(key, inlined.textContent.trim());
    else await new Promise((resolve) => {
      document.head.append(element('script', {src: courseUrl(campaign, `${file}.js`), onload: resolve, onerror: resolve}));
    });
  }
  const packed = arrived.get(key);
  return packed ? unpacked(packed) : null;
}

function timingPart(campaign, place) {
  if (campaign.timing.case.length === 0) return;
  const figures = [
    new Figure({name: 'lateness', make: (width) => latenessCdf(campaign, {width}),
                caption: `Release lateness of ${campaign.repetitions.case.length} valid repetitions.`}),
    new Figure({name: 'lateness-over-time', make: (width) => latenessOverTime(campaign, {width}),
                caption: 'Every attempt of the campaign with a lateness above 0. Attempts that do not count were repeated.'}),
  ];
  place.append(element('div', {class: 'pair'}, ...figures.map((f) => f.element)));
  const t = campaign.timing;
  const start = campaign.startUnit;
  const worst = t.case.map((c, i) => i).filter((i) => t.verdict[i] === 'valid')
      .sort((a, b) => t.max[b] - t.max[a]).slice(0, 10);
  place.append(element('details', {}, element('summary', {}, 'The ten latest repetitions'),
      numberTable(['repetition', 'largest', 'p99.9', 'p50', `start [${start.unit}]`], worst.map((i) => [
        `${campaign.cases[t.case[i]].name}/${t.number[i]}`, durationText(t.max[i]), durationText(t.p999[i]),
        durationText(t.p50[i]), significant(t.hours[i] * start.perHour, 3)]))));
  figures.forEach((figure) => whenSeen(figure));
}

function publishedPart(campaign, place) {
  if (!place || campaign.published.length === 0) return;
  const figure = new Figure({
    name: 'published', make: (width) => publishedPicture(campaign, {width}),
    caption: `${campaign.published.length} published values and the same statistics of this campaign. ` +
        'On the dashed line both are equal.'});
  place.querySelector('summary').after(figure.element);
  place.addEventListener('toggle', () => { if (place.open && !figure.view) figure.draw(); });
}

const kPaperWidth = 640;  // pixels that any paper has between its margins

/** On paper all is open, and a wide table is made smaller: paper has no scroll bars. */
function followPrint() {
  let opened = [];
  const tables = () => document.querySelectorAll('.scroll table');
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const details of opened) {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));  // its own comes too late
    }
    for (const table of tables()) table.style.zoom = Math.min(1, kPaperWidth / table.scrollWidth);
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    for (const table of tables()) table.style.zoom = '';
  });
}

/** Draws a figure when it comes near the window, or a little later, for one who prints the page. */
function whenSeen(figure) {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) draw();
  }, {rootMargin: '300px'});
  const draw = () => {
    observer.disconnect();
    if (!figure.view) figure.draw();
  };
  observer.observe(figure.element);
  setTimeout(draw, 2000);
}

const kPollInterval = 3000;  // ms
const kStateKey = 'seawind-report-state';

/** What tells a control from the others in every version of the page, which may have further ones. */
function nameOf(control) {
  return [control.closest('.content')?.closest('[id]')?.id, control.closest('fieldset')?.querySelector('legend').textContent,
          control.labels[0]?.textContent].join('/');
}

/** As the reader sees it: the values behind the words are numbers of rows, which a later version may number anew. */
const choiceOf = (control) =>
  control.type === 'checkbox' ? control.checked : control.selectedOptions[0]?.text;

function choose(control, wanted) {
  if (choiceOf(control) === wanted) return;
  if (control.type === 'checkbox') {
    control.checked = wanted;
  } else {
    const option = [...control.options].find((one) => one.text === wanted);
    if (!option) {
      control.dataset.wanted = wanted ?? '';  // it may be filled later
      return;
    }
    control.value = option.value;
  }
  control.dispatchEvent(new Event('change'));
}

/** Reloads the page when a later version of it has been written; the reader's choices stay. */
function follow(campaign) {
  const controls = () => [...document.querySelectorAll('main select, main input')];
  const saved = JSON.parse(sessionStorage.getItem(kStateKey) ?? 'null');
  sessionStorage.removeItem(kStateKey);
  if (saved)
    for (const control of controls())
      if (nameOf(control) in saved.choices) choose(control, saved.choices[nameOf(control)]);
  if (saved) requestAnimationFrame(() => scrollTo(0, saved.scroll));
  if (campaign.version === 0) return;
  globalThis.seawindVersion = (version) => {
    if (version === campaign.version) return;
    const choices = Object.fromEntries(controls().map((control) => [nameOf(control), choiceOf(control)]));
    sessionStorage.setItem(kStateKey, JSON.stringify({choices, scroll: scrollY}));
    location.reload();
  };
  setInterval(() => {
    const script = element('script', {src: courseUrl(campaign, `version.js?${Date.now()}`),
                                      onload: () => script.remove(), onerror: () => script.remove()});
    document.head.append(script);
  }, kPollInterval);
}

async function start() {
  const campaign = new Campaign(await unpacked(document.getElementById('campaign-data').textContent.trim()));
  campaign.loadRepetition = (row) => loadRepetition(campaign, row);
  globalThis.seawindCampaign = campaign;  // for the browser's console
  document.body.append(tip);
  const part = (name) => document.querySelector(`#${name} .content`);
  let view;
  if (part('answer')) answerPart(campaign, part('answer'));
  if (part('explore')) new Explorer(campaign, part('explore'), (row) => view?.show(row));
  if (part('repetition')) {
    view = new RepetitionView(campaign, part('repetition'));
  }
  if (part('timing')) timingPart(campaign, part('timing'));
  publishedPart(campaign, document.querySelector('#published details'));
  followWidth();
  follow(campaign);
  followPrint();
  document.documentElement.dataset.ready = 'true';
}

if (typeof document !== 'undefined') start();
