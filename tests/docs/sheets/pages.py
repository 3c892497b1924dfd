# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of docs/profiles/: README.md, sheets.md, pictures.md and pictures/*.svg."""
import json
import math
import re

import yaml

from sheets import measure, seawind
from sheets.profile import FULL, PROBE

WAYS = ("downlink", "uplink")
PUBLISHED = seawind.PAGES / "published.yaml"
TCP = seawind.PAGES / "tcp.json"

# Spans of the pictures, in seconds, where 60 s would show too little or too much.
PICTURE_SPAN = {
    "5g-mmwave": 30, "5g-nr": 10, "bursty-loss": 200, "cell-reselection": 200, "delay-spikes": 120, "delay-variation": 20,
    "flow-adaptive": 60, "lifetime-discard": 120, "ns2-arq-jitter": 10, "ns2-arq-jitter-mediocre": 5,
    "ns2-arq-jitter-umts": 5, "ns2-reordering": 120, "packet-control": 20, "wifi-6": 10, "wifi-7": 1, "cellular-trace": 10,
    "gsm-csd": 120, "residual-loss": 200, "lossy-ge": 120, "rate-step": 30, "link-down-6s": 20,
}
PICTURE_PACKETS = 60

GENERATED = "<!-- Written by scripts/data-sheets. -->\n"


# ------------------------------------------------------------------------------------ numbers


def digits(value, significant=4):
    """A number with so many significant digits, without an exponent and without trailing zeros."""
    if value == 0:
        return "0"
    places = max(0, significant - 1 - math.floor(math.log10(abs(value))))
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def time(seconds):
    if seconds and abs(seconds) < 1e-3:
        return digits(seconds * 1e3, 3) + " ms"
    return digits(seconds * 1e3) + " ms" if abs(seconds) < 10 else digits(seconds) + " s"


def rate(bits):
    for unit, factor in (("Mbit/s", 1e6), ("kbit/s", 1e3)):
        if bits >= factor:
            return f"{digits(bits / factor)} {unit}"
    return f"{digits(bits)} bit/s"


def share(value):
    return digits(100 * value, 3) + " %" if value else "none"


def span(law, text):
    if law.fixed():
        return text(law.mean)
    most = text(law.high) if math.isfinite(law.high) else "any"
    return f"{text(law.low)} to {most}, {text(law.mean)} on average"


def both(texts):
    """One text for both directions, or each with its direction."""
    down, up = (texts[w] for w in WAYS)
    return down if down == up else f"down: {down}; up: {up}"


# ------------------------------------------------------------------------------------ from the file


def stated_delay(way, measured):
    text = f"{span(way.delay, time)} + transmission {time(way.transmission(PROBE))}"
    if way.slowest() != way.fastest():
        text = (f"{span(way.delay, time)} + transmission {time(way.transmission(PROBE, way.fastest()))} to "
                f"{time(way.transmission(PROBE, way.slowest()))}")
    if measured.light.idles:
        text += f" + allocation {span(way.allocation, time)}"
    if way.largest_error_delay():
        text += f" + retransmissions up to {time(way.largest_error_delay())}"
    elif way.has_errors() and way.spec["error_handling"] == "RETRANSMIT":
        text += " + retransmissions"
    if way.blocks:
        text += " + the time that the link is blocked"
    if "background_load" in way.spec:
        text += " + packets of other users"
    return text


def stated_rate(way):
    if "rate_schedule" in way.spec:
        steps, period = way.steps()
        if period is None:
            text = ", then ".join(rate(r) for _, r in steps)
        else:
            text = f"{rate(way.slowest())} to {rate(way.fastest())}, {rate(way.rate.mean)} on average"
    elif "delivery_trace" in way.spec:
        text = f"trace of {rate(way.rate.mean)}"
    else:
        text = span(way.rate, rate)
        if way.spec["fragmentation"]:
            text += f", {rate(way.user_rate())} without the headers of frames"
    expected = way.capacity()
    if expected is None:
        return text + ", less what errors, blocks and others take" if may_take(way) else text
    if abs(expected - way.rate.mean) > 1e-6 * expected:
        text += f"; packets of {FULL} B: {rate(expected)}"
    return text


def may_take(way):
    return way.has_errors() or way.blocks or "background_load" in way.spec


def stated_queue(way):
    if way.unlimited():
        return "no limit: 0.5 s more each second at this load"
    if way.head_limit():
        return (f"dropped from the head: {way.head_limit()} arrivals and the send buffer: "
                f"{time(way.largest_wait())}")
    where = ", ".join(f"{place} {count}" for place, count in way.places())
    text = f"{way.ahead()} packets ({where}; itself not counted): "
    if way.slowest() == way.fastest():
        return text + time(way.largest_wait())
    return (text + f"{time(way.largest_wait(way.fastest()))} to {time(way.largest_wait(way.slowest()))} by the rate")


def stated_loss(way):
    if not way.loses():
        return "none"
    loss = way.loss()
    if not way.has_errors():
        return "by outages"
    if loss is None:
        return "by errors"
    if loss < 1e-5:
        return f"{digits(100 * loss, 2)} %"
    return share(loss)


def stated_order(way):
    return "packets overtake" if way.spec["reordering"] else "in order"


def stated_idle(way):
    if way.allocation is None:
        return "none"
    return f"{span(way.allocation, time)}, after a silence of {span(way.idle_timeout, time)}"


# ------------------------------------------------------------------------------------ measured


def drops(counts):
    return ", ".join(sorted(counts)) if counts else ""


def light_delay(m, way):
    light = m.light
    if light.least == light.most:
        return time(light.least)
    return " / ".join(time(v) for v in (light.least, light.median, light.p95, light.most))


def queueing(m, way):
    text = time(m.queueing(way))
    return f"{text} after {time(m.full.duration)}" if way.unlimited() else text


def loss(m, way):
    light = m.light
    if not light.loss:
        return "none"
    return f"{share(light.loss)}, {digits(light.burst, 3)} in a row ({drops(light.drops)})"


def after_idle(m, way):
    if way.allocation is None:
        return "none"
    if m.idle is None:
        return "in the base delay"
    extra = m.idle.extra
    if way.blocks or not way.rate.fixed() or way.slowest() != way.fastest() or way.has_errors():
        return f"{time(sorted(extra)[len(extra) // 2])} in the median"
    return f"{time(min(extra))} to {time(max(extra))}"


def rows(profile, measured):
    """(figure, key in published.yaml, what was measured, what the file states)"""
    stated = {w: profile[w] for w in WAYS}

    def texts(function):
        return {w: function(measured[w], profile[w]) for w in WAYS}

    yield ("base delay", "delay", texts(light_delay),
           both({w: stated_delay(stated[w], measured[w]) for w in WAYS}))
    yield ("saturated rate", "rate", texts(lambda m, way: rate(m.full.rate)),
           both({w: stated_rate(stated[w]) for w in WAYS}))
    yield ("largest delay, saturated", None,
           texts(lambda m, way: time(m.full.most) + (f" after {time(m.full.duration)}" if way.unlimited() else "")), "")
    yield ("largest queueing delay", "queue", texts(queueing), both({w: stated_queue(stated[w]) for w in WAYS}))
    yield ("loss", "loss", texts(loss), both({w: stated_loss(stated[w]) for w in WAYS}))
    yield ("overtaken", "order", texts(lambda m, way: share(m.full.overtaken)),
           both({w: stated_order(stated[w]) for w in WAYS}))
    yield ("after silence", "idle", texts(after_idle), both({w: stated_idle(stated[w]) for w in WAYS}))


def has(profile, key):
    """Whether published.yaml needs an entry for a figure of a profile."""
    ways = [profile[w] for w in WAYS]
    if key == "loss":
        return any(way.loses() for way in ways)
    if key == "order":
        return any(way.spec["reordering"] for way in ways)
    if key == "idle":
        return any(way.allocation is not None for way in ways)
    return True


def published(name):
    """figure -> text of published.yaml, with what `as` takes from another profile."""
    entries = yaml.safe_load(PUBLISHED.read_text(encoding="utf-8"))
    own = entries[name]
    taken = published(own["as"]) if "as" in own else {}
    return {**taken, **{k: v for k, v in own.items() if k != "as"}}


def tcp_rows(found):
    """Rows of one profile's part of tcp.json."""
    def each(function):
        return {w: function(found[w]) if w in found else "not measured" for w in WAYS}

    yield "TCP goodput", each(lambda f: rate(f["goodput_bit_s"]))
    yield "TCP one-way delay, median / largest", each(
        lambda f: f"{time(f['delay_median_s'])} / {time(f['delay_max_s'])}")
    yield "TCP packets dropped", each(lambda f: ", ".join(
        f"{count} {reason}" for reason, count in sorted(f["drops"].items())) or "none")


# ------------------------------------------------------------------------------------ pages


def header(name):
    """The comment at the head of a profile's file, as a paragraph."""
    lines = []
    for line in (seawind.PROFILES / f"{name}.yaml").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        if "yaml-language-server" not in line:
            lines.append(line.lstrip("# "))
    return re.sub(r"([*<>|])", r"\\\1", " ".join(lines))


def sheet(profile, measured, tcp):
    texts = published(profile.name)
    out = [f"## {profile.name}\n", f"{profile.description}.\n", header(profile.name) + "\n",
           f"[File](../../configs/profiles/{profile.name}.yaml), [picture](pictures.md#{profile.name}).\n",
           "| figure | downlink | uplink | from the file | published |", "|---|---|---|---|---|"]
    for figure, key, values, stated in rows(profile, measured):
        text = texts.get(key, "") if key and has(profile, key) else ""
        out.append(f"| {figure} | {values['downlink']} | {values['uplink']} | {stated} | {text} |")
    for figure, values in tcp_rows(tcp.get(profile.name, {})):
        out.append(f"| {figure} | {values['downlink']} | {values['uplink']} | | |")
    probes = "; ".join(
        f"{w} {time(m.light.interval)}, {time(m.full.interval)} for {time(m.full.duration)}"
        + (f" ({m.full.seeds} seeds)" if m.full.seeds > 1 else "") for w, m in measured.items())
    return "\n".join(out) + f"\n\nProbes, light and full: {probes}.\n"


def sheets_page(all_measured, tcp):
    text = GENERATED + "# Data sheets\n\nHow the figures are measured, and all profiles in one table: [README.md](README.md).\n"
    return text + "".join("\n" + sheet(profile, measured, tcp) for profile, measured in all_measured)


def pair(profile, measured, function):
    return " / ".join(dict.fromkeys(function(measured[w], profile[w]) for w in WAYS))


def overview(all_measured, tcp):
    lines = ["| profile | base delay | saturated rate | largest queueing delay | loss | overtaken | after silence | TCP goodput |",
             "|---|---|---|---|---|---|---|---|"]
    for profile, m in all_measured:
        found = tcp.get(profile.name, {})
        goodput = " / ".join(dict.fromkeys(rate(found[w]["goodput_bit_s"]) for w in WAYS if w in found)) or "not measured"
        lines.append("| " + " | ".join([
            f"[{profile.name}](sheets.md#{profile.name})",
            pair(profile, m, lambda x, way: time(x.light.median)), pair(profile, m, lambda x, way: rate(x.full.rate)),
            pair(profile, m, lambda x, way: "no limit" if way.unlimited() else time(x.queueing(way))),
            pair(profile, m, lambda x, way: share(x.light.loss)), pair(profile, m, lambda x, way: share(x.full.overtaken)),
            pair(profile, m, after_idle), goodput]) + " |")
    return "\n".join(lines) + "\n"


README = """# Data sheets of the link profiles

What a user of each profile in `configs/profiles/` measures, beside what its file states and what its source
publishes: [sheets.md](sheets.md) has a section for each profile, [pictures.md](pictures.md) its behaviour over time.
`scripts/data-sheets` writes these pages, `scripts/data-sheets --check` compares them with what the programs measure now.

## How the figures are measured

All but those of TCP in virtual time, with `seawind profiles plot NAME --json`
([offline.md](../reference/offline.md#seawind-profiles-routers-tcp-workloads)) and seed {seed}, so that they are the same on every machine. A
profile whose input queue is bounded has the router `tail-drop-20` in front of its downlink, as everywhere.

- **Base delay**: {light} packets of {probe} B, at most 5 % of the rate and at most one in {interval}, so that the
  probe lasts two hours or more. Least / median / 95th percentile / largest; one value if they are equal. Where the link
  releases its channel sooner than that, the packets follow closely enough to hold it, whatever their share of the rate
  ({warm} packets at the beginning are not counted). Where that would fill a queue, because the link is blocked at
  times, every packet meets a released channel, and the base delay contains the allocation.
- **Saturated rate**: packets of {full} B at twice the mean rate. IP bytes delivered in the second half of the probe,
  over its length. Of a rate that changes too slowly for one probe, the mean over several seeds.
- **Largest delay, saturated**: of the packets of that probe that arrived while it lasted. **Largest queueing delay**:
  the same less the median base delay and less what a packet of {full} B takes longer to transmit. On a link whose delay
  is drawn, is repaired or is blocked at times it contains these as well. The file's value is the number of packets of
  {full} B in front of a packet that takes the last free place, times their transmission time.
- **Loss**: share of the light probe's packets, and the mean length of a run of lost packets. `send_buffer_full` there
  is a queue that overflowed while the link was blocked.
- **Overtaken**: share of the saturated probe's packets that a packet sent later overtook.
- **After silence**: what the first packet after more than the longest `link_idle_timeout` takes longer than the median
  base delay; {idle} silences.
- **Published**: value and place in [experiments.md](../experiments.md), [model.md](../model.md) or the profile's own
  comment, from [published.yaml](published.yaml). *ours*: chosen for Seawind, without a source.

Of two values in the table the first is the downlink's.

## TCP

One flow of CUBIC (`linux-default`), in each direction by itself, in real time. {tcp}

The one-way delays are those of the data's packets. Drops by reason: [metrics.md](../reference/metrics.md). *Not
measured*: no repetition on that machine was within the limits of lateness.

## All profiles

"""


def readme(all_measured, tcp):
    text = README.format(seed=measure.SEED, light=measure.LIGHT_PACKETS, probe=PROBE, full=FULL, idle=measure.IDLE_PACKETS,
                         interval=time(measure.LIGHT_INTERVAL), warm=measure.WARM_UP, tcp=tcp["how"])
    return GENERATED + text + overview(all_measured, tcp["profiles"])


def picture_page(profiles):
    text = GENERATED + ("# Pictures of the profiles\n\nRate, states and blocks over time, the delay of each packet of a "
                        "sparse probe of 100 B, and the distribution of these delays (`seawind profiles plot`). The figures: "
                        "[sheets.md](sheets.md).\n")
    return text + "".join(
        f"\n## {p.name}\n\n{p.description}.\n\n![Rate and delays of {p.name}](pictures/{p.name}.svg)\n" for p in profiles)


def small(svg):
    """The same picture in half the bytes: two decimals, the font once, in the root."""
    svg = re.sub(r"-?\d+\.\d+(?:e-?\d+)?", lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip(".").replace("-0", "0")
                 if abs(float(m[0])) < 0.005 else f"{float(m[0]):.2f}".rstrip("0").rstrip("."), svg)
    fonts = set(re.findall(r' font-family="[^"]*"', svg))
    if len(fonts) == 1:
        font = fonts.pop()
        svg = svg.replace(font, "").replace("<svg ", f"<svg{font} ", 1)
    return svg


def picture(name, folder):
    length = PICTURE_SPAN.get(name, 60)
    seawind.run("profiles", "plot", name, "-o", folder, "--seed", measure.SEED, "--duration", f"{length}s",
                "--probe-interval", f"{round(length / PICTURE_PACKETS * 1000)}ms")
    return small((folder / f"{name}.svg").read_text(encoding="utf-8"))


def write(folder, scratch):
    """All pages, from measurements in virtual time and from tcp.json."""
    tcp = json.loads(TCP.read_text(encoding="utf-8"))
    measured = measure.everything()
    profiles = [profile for profile, _ in measured]
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    pages = {"README.md": readme(measured, tcp), "sheets.md": sheets_page(measured, tcp["profiles"]),
             "pictures.md": picture_page(profiles)}
    for p in profiles:
        pages[f"pictures/{p.name}.svg"] = picture(p.name, scratch)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return set(pages)
