// SPDX-License-Identifier: GPL-3.0-or-later
// Makes pictures without a browser: node render.js FILE.json > OUTPUT. FILE holds {data, pictures,
// width, paper, points}: the data of a page, a list of requests {kind, ...options}, whether the
// colours are those of paper, and whether the marks with a text are listed. The output is a JSON
// array with {svg, points} of each picture, or null where there is nothing to draw; points: [x, y,
// text, case, number], without a repetition the case is '' and the number 0.

/** Advance widths of a sans-serif font in units of its size. Only a browser can measure texts. */
function estimatedWidth(text, size, bold) {
  let width = 0;
  for (const c of text) {
    if ('iljI.,:;|!\'` ()[]/'.includes(c)) width += 0.37;
    else if ('mwMW@%\u2026'.includes(c)) width += 0.95;
    else if (c >= 'A' && c <= 'Z') width += 0.72;
    else width += 0.63;
  }
  return width * size * (bold ? 1.1 : 1);
}
vega.textMetrics.width = (item, text) =>
  estimatedWidth(String(text), item.fontSize ?? kTextSize, item.fontWeight === 'bold');

function specification(campaign, request, width) {
  const options = {...campaign?.usualAxes, ...request, width};
  for (const name of ['metric', 'against'])
    if (Array.isArray(request[name])) options[name] = campaign.metric(...request[name]);
  const cases = request.cases ? campaign.cases.filter((c) => request.cases.includes(c.index))
                              : campaign?.cases;
  switch (request.kind) {
    case 'answer': return answerPicture(campaign, options);
    case 'boxes': return boxPicture(campaign, cases, options);
    case 'cdf': return cdfPicture(campaign, cases, options);
    case 'time':
    case 'starts':
    case 'versus': return scatterPicture(campaign, cases, options);
    case 'published': return publishedPicture(campaign, options);
    case 'lateness': return latenessCdf(campaign, options);
    case 'lateness-over-time': return latenessOverTime(campaign, options);
    case 'profile': return profilePicture(options);
    case 'intervals': return intervalsPicture(options);
    case 'curves': return curvesPicture(options);
    case 'repetition': return repetitionPicture(request.course, {
      ...options, flow: request.course.flows.find((flow) => flow.name === request.flow) ??
          request.course.flows[0]});
    default: throw new Error('no picture is called ' + request.kind);
  }
}

/** The symbols that have a tool tip, at their positions in the picture. */
function pointsOf(view, campaign) {
  const out = [];
  const visit = (mark, left, top) => {
    for (const item of mark.items) {
      const x = left + (item.x ?? 0);
      const y = top + (item.y ?? 0);
      for (const child of item.items ?? []) visit(child, x, y);
      if (mark.marktype !== 'symbol' || !item.tooltip) continue;
      const row = item.datum.row ?? null;
      const repetition = row === null ? ['', 0] : [
        campaign.cases[campaign.repetitions.case[row]].name, campaign.repetitions.number[row]];
      out.push([x, y, item.tooltip, ...repetition]);
    }
  };
  const [x, y] = view.origin();
  visit(view.scenegraph().root, x + view.padding().left, y + view.padding().top);
  return out;
}

async function render() {
  const input = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));
  const campaign = input.data ? new Campaign(input.data) : null;
  const out = [];
  for (const request of input.pictures) {
    const spec = specification(campaign, request, input.width);
    if (!spec) {
      out.push(null);
      continue;
    }
    const view = new vega.View(vega.parse(spec), {renderer: 'none'});
    const svg = (await view.toSVG()).replace(/ (aria-[a-z]+|role)="[^"]*"/g, '');
    out.push({svg: input.paper ? withColours(svg, kLight) : svg,
              points: input.points ? pointsOf(view, campaign) : []});
  }
  process.stdout.write(JSON.stringify(out));
}
render();
