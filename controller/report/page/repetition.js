// SPDX-License-Identifier: GPL-3.0-or-later
// The part "One repetition": loads its data from the file beside the page (or from the page) and
// shows its course with linked zoom.

class RepetitionView {
  constructor(campaign, place) {
    this.campaign = campaign;
    this.place = place;
    this.case = choice('Case', campaign.cases.map((c) => [String(c.index), c.name]), '0',
        () => this.fillNumbers());
    this.number = choice('Repetition', [], '', () => this.open(Number(this.number.select.value)));
    this.flow = choice('Flow', [], '', () => this.figure.draw());
    this.message = element('p', {class: 'muted', 'aria-live': 'polite'});
    this.figure = new Figure({
      name: 'repetition', make: (width) => this.picture(width),
      caption: 'Drag over a part of the time to enlarge it in all panels; a double click shows all. ' +
          'Queues are in bytes, with the smallest and largest value of each interval; a symbol at the ' +
          'bottom marks drops, with their reason.'});
    const zoom = (label, change) => element('button', {type: 'button', onclick: () => this.zoom(change)}, label);
    this.zoomButtons = element('div', {class: 'pager', role: 'group', 'aria-label': 'Time'},
        zoom('Enlarge', (a, b) => [a + (b - a) / 4, b - (b - a) / 4]),
        zoom('Reduce', (a, b) => [a - (b - a) / 2, b + (b - a) / 2]),
        zoom('Earlier', (a, b) => [a - (b - a) / 2, a + (b - a) / 2]),
        zoom('Later', (a, b) => [a + (b - a) / 2, b + (b - a) / 2]),
        zoom('All', () => null));
    this.facts = element('div');
    place.append(element('div', {class: 'controls'}, this.case.element, this.number.element, this.flow.element),
        this.message, this.zoomButtons, this.figure.element,
        element('details', {}, element('summary', {}, 'All metrics of this repetition'), this.facts));
    this.figure.element.hidden = this.zoomButtons.hidden = true;
    this.fillNumbers(campaign.shown ?? undefined);
  }

  fillNumbers(row) {
    if (row !== undefined) this.case.set(String(this.campaign.repetitions.case[row]));
    const rows = this.campaign.rows[Number(this.case.select.value)];
    this.number.select.replaceChildren(...rows.map((r) => element('option', {value: r},
        String(this.campaign.repetitions.number[r]))));
    this.number.select.disabled = rows.length < 2;
    if (rows.length === 0) {
      this.row = undefined;  // one that is being loaded is not shown
      this.message.textContent = 'No repetition of this case is valid.';
      this.facts.replaceChildren();
      this.figure.element.hidden = this.zoomButtons.hidden = true;
      return;
    }
    if (row !== undefined) this.number.set(String(row));
    this.open(row ?? rows[0]);
  }

  /** Shows a repetition and brings the part into view. */
  show(row) {
    this.fillNumbers(row);
    this.place.scrollIntoView({behavior: 'auto', block: 'start'});
  }

  async open(row) {
    this.row = row;
    const name = this.campaign.repetitionName(row);
    this.showFacts(row);
    this.message.textContent = `Loading ${name} \u2026`;
    const log = await this.campaign.loadRepetition(row);
    if (this.row !== row) return;  // another one was chosen meanwhile
    this.figure.element.hidden = this.zoomButtons.hidden = log === null;
    if (log === null) {
      this.message.textContent = `The course of ${name} is not in this report. ` +
          `To include it: seawind report DIRECTORY --repetition ${name}`;
      return;
    }
    this.log = log;
    this.message.textContent = `${name}, ${significant(log.end, 5)} s`;
    this.figure.name = `repetition-${name}`;
    const wanted = this.flow.select.dataset.wanted ?? this.flow.select.selectedOptions[0]?.text;
    delete this.flow.select.dataset.wanted;
    this.flow.select.replaceChildren(...log.flows.map((flow, i) =>
      element('option', {value: i, selected: flowTitle(flow) === wanted}, flowTitle(flow))));
    this.flow.select.disabled = log.flows.length < 2;
    await this.figure.draw();
  }

  picture(width) {
    return repetitionPicture(this.log, {width, flow: this.log.flows[Number(this.flow.select.value)]});
  }

  zoom(change) {
    const [from, to] = this.figure.view.signal('span');
    const next = change(from, to);
    const end = this.log.end;
    if (next !== null && next[1] - next[0] < end)
      this.figure.view.signal('zoomTo', next[0] < 0 ? [0, next[1] - next[0]]
          : next[1] > end ? [end - (next[1] - next[0]), end] : next);
    else this.figure.view.signal('zoomTo', [0, end]);
    this.figure.view.runAsync();
  }

  showFacts(row) {
    const rows = [];
    this.campaign.metrics.forEach((metric, i) => {
      const value = this.campaign.values[i][row];
      if (value !== null) rows.push([metric.title, metricText(metric, value * (metric.scale ?? 1)), metric.unit]);
    });
    this.facts.replaceChildren(numberTable(['metric', 'value', 'unit'], rows));
  }
}
