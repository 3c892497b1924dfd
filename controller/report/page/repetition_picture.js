// SPDX-License-Identifier: GPL-3.0-or-later
// The course of one repetition, on one axis of time that all panels share: the channel's states,
// the rates, the queues with drops and their reasons, and the time-sequence graph of a flow.
//
// `log`: {end, states: {names, spans: [[from, to, state]]}, directions: [{name, rate, router,
// average, buffer: [[seconds, value]], drops: [{reason, points: [[seconds, packets]]}]}],
// flows: [{name, class, unit, sent, again, timeout, acknowledged, dropped, marked}]}; each list of
// a flow holds [seconds, begin, end]. Quantities in seconds, bytes, and bytes per second.

/** The panels of a log, from the top; `only`: states and the sequence, or all but the sequence. */
function repetitionPanels(log, flow, only) {
  const panels = [];
  if (log.states.names.length > 1 && log.states.spans.length > 0)
    panels.push({kind: 'states', title: 'channel state', height: 22 * log.states.names.length});
  for (const direction of only === 'sequence' ? [] : log.directions) {
    if (direction.rate.length > 0)
      panels.push({kind: 'levels', title: `${direction.name}: rate, B/s`, height: 90,
                   series: [{key: 'delivered', points: direction.rate, colour: 2}], drops: []});
    panels.push({kind: 'levels', title: `${direction.name}: queues, bytes`, height: 130,
                 series: [
                   {key: 'send buffer', points: direction.buffer, colour: 1},
                   {key: 'router queue', points: direction.router, colour: 0},
                   {key: 'its average', points: direction.average, colour: 6},
                 ].filter((s) => s.points.length > 0), drops: direction.drops});
  }
  if (flow && only !== 'timeline') panels.push({kind: 'sequence', title: `${flowTitle(flow)}: ${flow.unit}`, height: 300, flow});
  return panels;
}

const kSequenceMarks = [
  {list: 'sent', key: 'sent first', colour: 'var(--s1)', segment: true},
  {list: 'again', key: 'retransmitted', colour: 'var(--s2)', segment: true},
  {list: 'acknowledged', key: 'acknowledged', colour: 'var(--s3)', line: true},
  {list: 'timeout', key: 'time-out', colour: 'var(--s4)', shape: 'triangle-up'},
  {list: 'dropped', key: 'dropped', colour: 'var(--bad)', shape: 'cross'},
  {list: 'marked', key: 'marked CE', colour: 'var(--s6)', shape: 'diamond'},
];

/**
 * What a picture of `ends` shows of marks, of the steps of a line, and of the channel's states:
 * nothing far outside, where a renderer's coordinates end.
 */
function cutter(ends, last) {
  const marks = (points) => points.filter(([t]) => t >= ends[0] && t <= ends[1]);
  const steps = (points) => {
    const shown = marks(points);
    const before = points.findLast(([t]) => t < ends[0]);
    if (before && ends[0] < last) shown.unshift([ends[0], ...before.slice(1)]);
    if (shown.length > 0) shown.push([Math.min(ends[1], last), ...shown.at(-1).slice(1)]);
    return shown;
  };
  const spans = (all) => all.filter(([from, to]) => to >= ends[0] && from <= ends[1])
      .map(([from, to, state]) => [Math.max(from, ends[0]), Math.min(to, ends[1]), state]);
  return {marks, steps, spans};
}

/** `span`: the part that is shown, if it cannot be zoomed. */
function repetitionPicture(log, {width, flow, span, only}) {
  const whole = (all) => all;
  const cut = span ? cutter(withEnds([0, log.end], span), log.end) : {marks: whole, steps: whole, spans: whole};
  const panels = repetitionPanels(log, flow, only);
  const left = 96, right = 20;
  const plot = Math.max(220, width - left - right);
  const data = [];
  const marks = [];
  const scales = [{name: 't', type: 'linear', domain: {signal: 'span'}, range: [0, plot], zero: false}];
  let y = 0;
  panels.forEach((panel, p) => {
    const keys = panelKeys(panel);
    const key = keyLayout(keys.map((k) => k.key), plot);
    // keyLayout() gives positions; the colours and shapes are those of the panel.
    key.entries.forEach((entry, i) => Object.assign(entry, keys[i].style));
    const head = 22 + (key.entries.length > 0 ? key.height : 0);
    data.push({name: `title-${p}`, values: [{text: panel.title, y: y + 11}]},
              {name: `key-${p}`, values: key.entries.map((e) => ({...e, y: e.y + y + 18}))});
    marks.push(rowText(`title-${p}`, {x: {value: 0}, y: {field: 'y'}, fontWeight: {value: 'bold'}}),
               ...repetitionKey(`key-${p}`));
    y += head;
    const content = {states: stateMarks, levels: levelMarks, sequence: sequenceMarks}[panel.kind](
        panel, p, log, data, cut);
    const encode = {enter: {y: {value: y}, width: {value: plot}, height: {value: panel.height}}};
    marks.push({
      type: 'group', encode, signals: sizeSignals(plot, panel.height), scales: content.scales,
      axes: [
        {scale: 't', orient: 'bottom', grid: true, format: ',.9~r', zindex: 0,
         tickCount: Math.max(2, Math.floor(plot / 100)),
         title: p + 1 === panels.length ? 'seconds' : undefined},
        {scale: 'y', orient: 'left', grid: panel.kind !== 'states', tickCount: 4,
         ...(panel.kind === 'states' ? {} : {format: ',.9~r'}), zindex: 0},
      ],
    }, {type: 'group', clip: true, encode, scales: content.scales, marks: content.marks});
    y += panel.height + 30;
  });
  return {
    description: 'Course of one repetition', config: kConfig, autosize: 'none',
    width: plot, height: y + 10, padding: {left, right, top: 4, bottom: 14},
    signals: [
      {name: 'end', value: log.end},
      {name: 'zoomTo', value: null},
      {name: 'anchor', value: null, on: [{events: 'mousedown', update: 'invert("t", x())'}]},
      {name: 'drag', value: null, on: [
        {events: '[mousedown, window:mouseup] > window:mousemove!', update: 'invert("t", x())'},
        {events: 'mousedown', update: 'null'}]},
      {name: 'brushed', value: null, on: [{events: 'window:mouseup', force: true, update:
        'drag === null || anchor === null ? null : [min(anchor, drag), max(anchor, drag)]'},
       {events: 'mousedown', update: 'null'}]},
      {name: 'span', value: withEnds([0, log.end], span), on: [
        {events: {signal: 'zoomTo'}, update: 'zoomTo || [0, end]'},
        {events: {signal: 'brushed'}, update: 'brushed && brushed[1] - brushed[0] > (span[1] - span[0]) / 200 ' +
          '? [max(0, brushed[0]), min(end, brushed[1])] : span'},
        {events: 'dblclick', update: '[0, end]'},
      ]},
    ],
    scales, data,
    marks: [
      ...marks,
      {type: 'rect', interactive: false, encode: {update: {
        x: {signal: 'drag === null || brushed ? 0 : scale("t", min(anchor, drag))'},
        x2: {signal: 'drag === null || brushed ? 0 : scale("t", max(anchor, drag))'},
        y: {value: 0}, y2: {value: y}, fill: {value: 'var(--s1)'}, fillOpacity: {value: 0.15}}}},
    ],
  };
}

/** The name of a flow, with the class by which the metrics call it. */
function flowTitle(flow) {
  return flow.class && flow.class !== flow.name ? `${flow.name} (${flow.class})` : flow.name;
}

function panelKeys(panel) {
  const colour = (i) => ({colour: `var(--s${i + 1})`, shape: 'square', dash: []});
  if (panel.kind === 'levels') {
    const keys = panel.series.map((s) => ({key: s.key, style: colour(s.colour)}));
    for (const [i, drop] of panel.drops.entries())
      keys.push({key: drop.reason, style: {colour: 'var(--bad)', shape: kShapes[(i + 2) % 6], dash: [1, 100]}});
    return keys.length > 1 ? keys : [];
  }
  if (panel.kind === 'sequence')
    return kSequenceMarks.filter((m) => panel.flow[m.list].length > 0).map((m) =>
      ({key: m.key, style: {colour: m.colour, shape: m.shape ?? 'square', dash: []}}));
  return [];
}

function repetitionKey(data) {
  return [
    {type: 'symbol', interactive: false, from: {data}, encode: {enter: {
      x: {field: 'x', offset: 8}, y: {field: 'y'}, size: {value: 60}, fill: {field: 'colour'},
      shape: {field: 'shape'}}}},
    rowText(data, {x: {field: 'x', offset: 20}, y: {field: 'y'}}),
  ];
}

function stateMarks(panel, p, log, data, cut) {
  data.push({name: `panel-${p}`, values: cut.spans(log.states.spans).map(([from, to, state]) =>
    ({from, to, state: log.states.names[state],
      tooltip: `${log.states.names[state]}: ${significant(from, 6)} to ${significant(to, 6)} s`}))});
  return {
    scales: [{name: 'y', type: 'band', domain: log.states.names, range: [0, panel.height]}],
    marks: [{type: 'rect', from: {data: `panel-${p}`}, encode: {
      enter: {y: {scale: 'y', field: 'state', offset: 3}, height: {scale: 'y', band: 1, offset: -6},
              fill: {value: 'var(--s7)'}, fillOpacity: {value: 0.75}, tooltip: {field: 'tooltip'}},
      update: {x: {scale: 't', field: 'from'}, x2: {scale: 't', field: 'to'}}}}],
  };
}

function levelMarks(panel, p, log, data, cut) {
  const marks = [];
  let top = 1;
  panel.series.forEach((series, i) => {
    const name = `panel-${p}-${i}`;
    data.push({name, values: cut.steps(series.points).map(([t, v]) => ({t, v}))});
    for (const [, value] of series.points) top = Math.max(top, value);
    marks.push({type: 'line', interactive: false, from: {data: name}, encode: {
      enter: {y: {scale: 'y', field: 'v'}, stroke: {value: `var(--s${series.colour + 1})`},
              strokeWidth: {value: 1.4}, interpolate: {value: 'step-after'}},
      update: {x: {scale: 't', field: 't'}}}});
  });
  panel.drops.forEach((drop, i) => {
    const name = `drops-${p}-${i}`;
    data.push({name, values: cut.marks(drop.points).map(([t, n]) => ({
      t, tooltip: `${n} packet${n === 1 ? '' : 's'}: ${drop.reason}, ${significant(t, 6)} s`}))});
    marks.push({type: 'symbol', from: {data: name}, encode: {
      enter: {y: {value: panel.height - 8 - 12 * (i % 4)}, size: {value: 45},
              shape: {value: kShapes[(i + 2) % 6]},
              fill: {value: 'var(--bad)'}, tooltip: {field: 'tooltip'}},
      update: {x: {scale: 't', field: 't'}}}});
  });
  return {scales: [{name: 'y', type: 'linear', domain: [0, top], range: [panel.height, 0], nice: true}],
          marks};
}

function sequenceMarks(panel, p, log, data, cut) {
  const marks = [];
  let top = 1;
  for (const kind of kSequenceMarks) {
    const name = `sequence-${p}-${kind.list}`;
    const points = panel.flow[kind.list];
    for (const point of points) top = Math.max(top, point[1], point[2] ?? 0);
    const shown = kind.line ? cut.steps(points) : cut.marks(points);
    data.push({name, values: shown.map(([t, from, to]) => ({t, from, to: to ?? from}))});
    const stroke = {value: kind.colour};
    if (kind.segment)
      marks.push({type: 'rule', from: {data: name}, encode: {
        enter: {y: {scale: 'y', field: 'from'}, y2: {scale: 'y', field: 'to'}, stroke,
                strokeWidth: {value: 2.4}, strokeCap: {value: 'square'}},
        update: {x: {scale: 't', field: 't'}}}});
    else if (kind.line)
      marks.push({type: 'line', interactive: false, from: {data: name}, encode: {
        enter: {y: {scale: 'y', field: 'from'}, stroke, strokeWidth: {value: 1.2},
                interpolate: {value: 'step-after'}},
        update: {x: {scale: 't', field: 't'}}}});
    else
      marks.push({type: 'symbol', from: {data: name}, encode: {
        enter: {y: {scale: 'y', field: 'from'}, fill: stroke, shape: {value: kind.shape},
                size: {value: 60}, tooltip: {signal:
                  `'${kind.key} at ' + format(datum.t, '.6~f') + ' s: ' + datum.from + ' to ' + datum.to`}},
        update: {x: {scale: 't', field: 't'}}}});
  }
  return {scales: [{name: 'y', type: 'linear', domain: [0, top], range: [panel.height, 0], nice: true}],
          marks};
}
