// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a link profile: rate over time with the channel's states behind it, the delays of
// a probe's packets with the times at which the link was blocked, and the distribution of the
// delays. `preview` is the output of `seawind-link preview` (docs/reference/offline.md).

const kWays = ['downlink', 'uplink'];
const kProfileHeight = 230;

function profilePicture({preview, width}) {
  const seconds = (ns) => ns / 1e9;
  const end = seconds(preview.duration_ns);
  const left = 84;
  const plot = width - left - 24;
  const data = [];
  const table = (name, values) => { data.push({name, values}); return name; };
  const marks = [];
  let top = 0;
  let rateTop = 0;
  let delayTop = 0;
  const probe = preview.probe;

  const rate = kWays.map((way) => {
    const steps = preview[way].rate.map(([t, bits]) => ({x: seconds(t), y: bits / 1e3}));
    if (steps.length > 0) steps.push({x: end, y: steps.at(-1).y});
    rateTop = Math.max(rateTop, ...steps.map((s) => s.y));
    return steps;
  });
  const delays = kWays.map((way) => {
    const points = [];
    preview[way].probe.delays_ns.forEach((ns, i) => {
      if (ns !== null) points.push({x: seconds(i * probe.interval_ns), y: ns / 1e6});
    });
    for (const point of points) delayTop = Math.max(delayTop, point.y);
    return points;
  });
  const spans = preview.states.map(([t, state], i) => ({
    from: seconds(t), to: i + 1 < preview.states.length ? seconds(preview.states[i + 1][0]) : end,
    opacity: state === 0 ? 0 : 0.1 + 0.3 * state / Math.max(1, preview.state_names.length - 1)}));
  table('states', spans);

  const panel = (title, xTitle, yTitle, x, y, content) => {
    const lines = wrapped(title, plot + left);
    table(`title-${marks.length}`, lines.map((text, i) => ({text, y: top + 10 + 16 * i})));
    marks.push(rowText(`title-${marks.length}`, {x: {value: -left}, y: {field: 'y'},
                                                 fontWeight: {value: 'bold'}}));
    top += 22 + 16 * (lines.length - 1);
    const encode = {enter: {y: {value: top}, width: {value: plot}, height: {value: kProfileHeight}}};
    const scales = [
      {name: 'x', type: 'linear', domain: x, range: [0, plot], nice: false, zero: false},
      {name: 'y', type: 'linear', domain: y, range: [kProfileHeight, 0], nice: true},
    ];
    marks.push({
      type: 'group', encode, signals: sizeSignals(plot, kProfileHeight), scales,
      axes: [
        {scale: 'x', orient: 'bottom', grid: true, title: xTitle, format: axisFormat(x), zindex: 0},
        {scale: 'y', orient: 'left', grid: true, title: yTitle, format: axisFormat(y), tickCount: 5, zindex: 0},
      ],
    }, {type: 'group', clip: true, encode, scales, marks: content});
    top += kProfileHeight + 56;
  };
  const at = (scale, field) => ({scale, field});
  const line = (name, i) => ({type: 'line', from: {data: name}, encode: {enter: {
    x: at('x', 'x'), y: at('y', 'y'), interpolate: {value: 'step-after'},
    stroke: {value: seriesColour(i)}, strokeWidth: {value: 2}}}});
  const stripes = {type: 'rect', from: {data: 'states'}, encode: {enter: {
    x: at('x', 'from'), x2: at('x', 'to'), y: {value: 0}, y2: {value: kProfileHeight},
    fill: {value: 'var(--s7)'}, fillOpacity: {field: 'opacity'}}}};

  const names = preview.state_names;
  panel('Rate' + (names.length > 1 ? `; states: ${names.join(', ')} (the first is white)` : ''),
      'link time, s', 'rate, kbit/s', [0, end], [0, rateTop || 1],
      [stripes, ...rate.map((steps, i) => line(table(`rate-${i}`, steps), i))]);
  const sent = `probe: packets of ${probe.bytes} B every ${durationText(probe.interval_ns)}`;
  if (delayTop === 0) {
    panel(`Delay; ${sent}: no packet was delivered`, 'link time, s', 'delay, ms', [0, end], [0, 1], [stripes]);
  } else {
    panel(`Delay; ${sent}; bars at 0: the link was blocked`, 'link time, s', 'delay, ms', [0, end], [0, delayTop], [
      stripes,
      ...delays.map((points, i) => ({type: 'symbol', from: {data: table(`delay-${i}`, points)}, encode: {enter: {
        x: at('x', 'x'), y: at('y', 'y'), size: {value: 12}, fill: {value: seriesColour(i)}}}})),
      ...kWays.map((way, i) => ({
        type: 'rule', from: {data: table(`blocked-${i}`, preview[way].blocked.map((b) => ({
          from: seconds(b.from_ns), to: b.to_ns === null ? end : seconds(b.to_ns)})))},
        encode: {enter: {x: at('x', 'from'), x2: at('x', 'to'), y: {value: kProfileHeight - 4 - 7 * i},
                         stroke: {value: seriesColour(i)}, strokeWidth: {value: 6}}}})),
    ]);
    const shares = delays.map((points, i) => points.map((p) => p.y).sort((a, b) => a - b)
        .map((ms, n) => ({x: ms, y: (n + 1) / preview[kWays[i]].probe.sent})));
    panel('Distribution of the delay; the part missing at the top was lost', 'delay, ms', 'share of packets sent',
        extent(shares.flat().map((p) => p.x)), [0, 1],
        shares.map((steps, i) => line(table(`share-${i}`, steps), i)));
  }
  const key = keyLayout(kWays, plot);
  data.push({name: 'key', values: key.entries});
  return {
    description: 'Link profile', config: kConfig, autosize: 'none', width: plot, height: top + key.height,
    padding: {left, right: 24, top: 4, bottom: 4}, data, marks: [...marks, ...keyMarks(top, left)],
  };
}
