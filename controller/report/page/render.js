// SPDX-License-Identifier: GPL-3.0-or-later
// Makes pictures without a browser: node render.js FILE.json > OUTPUT. FILE holds {data, pictures,
// width, paper}: the data of a page, a list of requests {kind, ...options}, and whether the colours
// are those of paper. The output is a JSON array with the SVG of each picture, or null where there
// is nothing to draw.

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
    case 'time': return scatterPicture(campaign, cases, {...options, against: null});
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
    const svg = await new vega.View(vega.parse(spec), {renderer: 'none'}).toSVG();
    const brief = svg.replace(/ (aria-[a-z]+|role)="[^"]*"/g, '');
    out.push(input.paper ? withColours(brief, kLight) : brief);
  }
  process.stdout.write(JSON.stringify(out));
}
render();
