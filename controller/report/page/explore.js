// SPDX-License-Identifier: GPL-3.0-or-later
// The part "Explore": a metric over all repetitions, with a choice of the picture, of the axes, and
// of the cases.

const kKinds = [
  ['boxes', 'boxes'], ['cdf', 'cumulative distribution'], ['time', 'over time'],
  ['versus', 'over another metric'],
];
const kMostCases = 60;  // in one picture before the page suggests pages

class Explorer {
  constructor(campaign, place, openRepetition) {
    this.campaign = campaign;
    const {rows, colours} = campaign.usualAxes;
    const third = campaign.differing.find((axis) => axis !== rows && axis !== colours) ?? '';
    this.state = {
      metric: campaign.metrics[0], kind: 'boxes', against: campaign.metrics[1] ?? campaign.metrics[0],
      rows, colours, pages: campaign.cases.length > kMostCases ? third : '', page: 0,
      filter: () => true, logarithmic: false,
    };
    this.figure = new Figure({name: 'explore', tall: true, make: (width) => this.picture(width),
                              onClick: openRepetition});
    this.values = element('div');
    this.pager = element('div', {class: 'pager'});
    place.append(this.makeControls(), this.pager, this.figure.element,
        element('details', {ontoggle: (event) => { if (event.target.open) this.showValues(); }},
            element('summary', {}, 'The numbers'), this.values));
    this.update();
  }

  makeControls() {
    const set = (key, convert = (v) => v) => (value) => {
      this.state[key] = convert(value);
      this.update();
    };
    const metric = (value) => this.campaign.metrics[Number(value)];
    const axes = [['', 'none'], ...this.campaign.differing.map((axis) => [axis, axis])];
    const s = this.state;
    this.against = choice('Over', metricOptions(this.campaign), String(s.against.index), set('against', metric));
    const scale = choice('Scale', [['', 'linear'], ['log', 'logarithmic']], '', set('logarithmic', Boolean));
    return element('div', {class: 'controls'},
        choice('Metric', metricOptions(this.campaign), String(s.metric.index), set('metric', metric)).element,
        choice('Picture', kKinds, s.kind, set('kind')).element,
        this.against.element,
        choice('Groups', axes, s.rows, set('rows')).element,
        choice('Colours', axes, s.colours, set('colours')).element,
        choice('Pages', axes, s.pages, (value) => { s.pages = value; s.page = 0; this.update(); }).element,
        scale.element, this.makeCaseChoice());
  }

  /** Check boxes for the values of the axes; an axis without a checked value has all of them. */
  makeCaseChoice() {
    const axes = this.campaign.differing.map((axis) => ({axis, boxes: this.campaign.axisValues(axis).map(
        (value) => element('input', {id: 'control-' + controlCount++, type: 'checkbox', value,
                                     onchange: () => choose()}))}));
    const choose = () => {
      const chosen = axes.map(({axis, boxes}) => [axis, boxes.filter((b) => b.checked).map((b) => b.value)])
          .filter(([, values]) => values.length > 0);
      this.state.filter = (c) => chosen.every(([axis, values]) => values.includes(c[axis]));
      this.state.page = 0;
      this.update();
    };
    return element('details', {class: 'cases'}, element('summary', {}, 'Cases'),
        ...axes.map(({axis, boxes}) => element('fieldset', {}, element('legend', {}, axis),
            ...boxes.map((box) => element('label', {}, box, box.value || 'none')))));
  }

  /** The chosen cases, and of the page where there are pages. */
  cases() {
    const {filter, pages, page} = this.state;
    const chosen = this.campaign.cases.filter(filter);
    if (!pages) return chosen;
    const value = this.campaign.axisValues(pages, chosen)[page];
    return chosen.filter((c) => c[pages] === value);
  }

  picture(width) {
    const {kind, metric, against, rows, colours, logarithmic, pages} = this.state;
    const cases = this.cases();
    const options = {kind, metric, against, width, rows: rows === pages ? '' : rows, colours, pages,
                     [kind === 'cdf' ? 'x' : 'y']: {logarithmic}};
    if (kind === 'boxes') return boxPicture(this.campaign, cases, options);
    if (kind === 'cdf') return cdfPicture(this.campaign, cases, options);
    return scatterPicture(this.campaign, cases, options);
  }

  update() {
    const {kind, metric, against, pages, page, filter} = this.state;
    this.against.select.disabled = kind !== 'versus';
    this.figure.name = `${kind}-${metric.flow || 'workload'}-${metric.metric}`;
    const cases = this.cases();
    const isShown = ({row}) => kind !== 'versus' || this.campaign.values[against.index][row] !== null;
    const numbers = cases.map((c) => this.campaign.points(c, metric).filter(isShown).length).filter((n) => n > 0);
    this.figure.caption.textContent = this.caption(numbers.reduce((a, b) => a + b, 0), numbers.length);
    const values = pages ? this.campaign.axisValues(pages, this.campaign.cases.filter(filter)) : [];
    this.pager.hidden = values.length === 0;
    const turn = (by) => () => { this.state.page = page + by; this.update(); };
    this.pager.replaceChildren(
        element('button', {type: 'button', disabled: page === 0, onclick: turn(-1)}, 'Previous'),
        element('span', {}, `${pages}: ${values[page] || 'none'} (${page + 1} of ${values.length})`),
        element('button', {type: 'button', disabled: page + 1 >= values.length, onclick: turn(1)}, 'Next'));
    if (this.values.firstChild) this.showValues();
    this.figure.draw();
  }

  caption(n, cases) {
    const what = {
      boxes: 'Box: quartiles; line in it: median; whiskers: smallest and largest value; a point for each repetition; diamond: published median, if there is one.',
      cdf: 'Share of the repetitions with at most this value; a point for each repetition.',
      time: 'A point for each repetition, over the time at which it began.',
      versus: 'A point for each repetition: one metric over the other.',
    }[this.state.kind];
    return `${this.state.metric.title}. ${what} ${n} valid repetitions of ${cases} cases. ` +
        'A click on a point opens that repetition.';
  }

  showValues() {
    const {metric} = this.state;
    const text = (value) => metricText(metric, value);
    const rows = [];
    for (const c of this.cases()) {
      const s = this.campaign.statistics(c, metric);
      if (s) rows.push([c.name, text(s.median), text(s.q1), text(s.q3), text(s.min), text(s.max),
                        text(s.mean), String(s.count)]);
    }
    this.values.replaceChildren(numberTable(
        ['case', `median [${metric.unit || '1'}]`, 'Q1', 'Q3', 'smallest', 'largest', 'mean', 'n'], rows));
  }
}
