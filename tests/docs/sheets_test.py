# SPDX-License-Identifier: GPL-3.0-or-later
"""The data sheets of docs/profiles/: the pages are what the programs measure; what they measure is what the
profiles state, by arithmetic; published values are those of the documents; TCP stays within the link."""
import json
import math
import pathlib
import re
import statistics
import tempfile
import unittest
from unittest import mock

import data_sheets
import yaml
from sheets import measure, pages, seawind
from sheets.profile import FULL, NS, PROBE, ROUTER, Law

SIGMAS = 5  # of a mean of drawn values
NANOSECOND = 2e-9  # rounding of a time

BLOCKED = "the link is blocked at times; packets wait for its end, and others behind them"
ARQ = "retransmissions follow the state of the channel, and unacknowledged packets stay in the send buffer"
OTHERS = "other users' packets take the link"

# Figures without a value or a bound in closed form: profile, direction, figure -> why. Everything else agrees, also
# figures of such links that happen to be within the bounds.
EXCEPTIONS = {
    **{(name, way, figure): BLOCKED
       for name in ("delay-spikes", "lifetime-discard", "ns2-arq-jitter", "ns2-arq-jitter-mediocre",
                    "ns2-arq-jitter-umts", "ns2-handover-jitter", "ns2-mobility", "link-down-6s")
       for way in pages.WAYS for figure in ("delay", "queue")
       if (name, way, figure) not in (("ns2-mobility", "downlink", "delay"),
                                      ("ns2-arq-jitter-mediocre", "uplink", "queue"))},
    **{(name, "downlink", "idle"): BLOCKED
       for name in ("lifetime-discard", "ns2-arq-jitter", "ns2-arq-jitter-mediocre", "ns2-handover-jitter",
                    "ns2-mobility")},
    **{("cell-reselection", "downlink", figure): BLOCKED for figure in ("delay", "rate", "queue", "idle")},
    **{(name, way, "rate"): "one outage, of which the second half of the probe sees nothing"
       for name, ways in (("ns2-mobility", pages.WAYS), ("link-down-6s", pages.WAYS), ("outage-hold", ["uplink"]),
                          ("outage-discard", ["uplink"])) for way in ways},
    **{("outage-hold", "uplink", figure): BLOCKED for figure in ("delay", "queue")},
    **{("leo-satellite", way, figure): "an outage of 50 ms every 15 s, in few of the probes of 0.3 s"
       for way in pages.WAYS for figure in ("rate",)},
    **{(name, way, figure): ARQ for name in ("r1", "r2", "r4") for way in pages.WAYS
       for figure in ("mean delay", "rate", "loss") if (name, way, figure) != ("r2", "downlink", "mean delay")},
    **{(name, "uplink", "queue"): ARQ for name in ("r2", "r4")},
    **{("flow-adaptive", way, "rate"): ARQ for way in pages.WAYS},
    ("flow-adaptive", "downlink", "queue"): ARQ,
    **{("gsm-csd", way, figure): "frames are sent again, in their own order"
       for way in pages.WAYS for figure in ("delay", "rate", "loss")},
    **{("background-users", "downlink", figure): OTHERS for figure in ("delay", "rate", "queue")},
    **{("cellular-trace", "downlink", figure): "packets wait for the next opportunity, through a silence of 300 ms"
       for figure in ("delay", "queue")},
    ("drop-from-head", "downlink", "rate"): "the stage drops in front of the link",
    ("oscillation", "downlink", "idle"): "a period of 6 s that the probe of every 2 s sees in steps",
}


def ways():
    for profile, measured in measure.everything():
        for name, found in measured.items():
            yield profile, profile[name], found


def most_of(mean, tries):
    """A number that a Poisson count of this mean exceeds in one of a million times so many tries."""
    count, term, below = 0, math.exp(-mean), math.exp(-mean)
    while (1 - below) * tries > 1e-6:
        count += 1
        term *= mean / count
        below += term
    return count


def excepted(way, figure):
    return (way.profile.name, way.name, figure) in EXCEPTIONS


def loss_deviation(way, packets, seconds):
    """Standard deviation of the share lost, of so many packets in so many seconds."""
    p = way.mean_error()
    if way.spec["error_handling"] != "DROP":
        return math.sqrt(max(way.loss() or 0.0, 1e-9) / packets)
    chain = way.spec.get("loss_pattern", {}).get("gilbert_elliott")
    if chain:
        memory = 1 - chain["p"] - chain["r"]
        return math.sqrt(p * (1 - p) / packets * (1 + memory) / (1 - memory))
    states = way.profile.spec["channel"].get("states", [])
    independent = math.sqrt(p * (1 - p) / packets)
    if not states:
        return independent
    visits = seconds / statistics.fmean(Law(s["dwell"], NS).mean for s in states)
    spread = statistics.pstdev([way.error(state) * math.sqrt(share * len(states))
                                for state, share in way.profile.shares().items()])
    return independent + spread / math.sqrt(visits)


class Pages(unittest.TestCase):
    def test_pages_are_up_to_date(self):
        with tempfile.TemporaryDirectory() as folder:
            fresh = pathlib.Path(folder, "fresh")
            names = pages.write(fresh, pathlib.Path(folder, "scratch"))
            self.assertEqual(data_sheets.differences(seawind.PAGES, fresh, names), [],
                             "run scripts/data-sheets")
        pictures = sum(file.stat().st_size for file in (seawind.PAGES / "pictures").iterdir())
        self.assertLess(pictures, 3_000_000)


class Published(unittest.TestCase):
    """published.yaml has an entry for each profile and figure, and says what the documents say."""

    def test_every_profile_and_no_other(self):
        entries = yaml.safe_load(pages.PUBLISHED.read_text(encoding="utf-8"))
        self.assertEqual(sorted(entries), seawind.names())
        for profile, _ in measure.everything():
            expected = {key for key in ("delay", "rate", "queue", "loss", "order", "idle")
                        if pages.has(profile, key)}
            self.assertLessEqual(expected, set(pages.published(profile.name)), profile.name)
            own = set(entries[profile.name]) - {"as"}
            self.assertLessEqual(own, expected, f"{profile.name} has no such figure")

    @staticmethod
    def cited(name, where):
        """The text that a citation names, with numbers in plain digits."""
        if where == "profile comment":
            text = pages.header(name)
        else:
            page, place = where.split()
            text = (seawind.ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
            row = re.search(rf"^\| {re.escape(place)} \|.*$", text, re.MULTILINE)
            section = re.search(rf"^(#+) {re.escape(place)}\b.*?(?=^#{{1,3}} |\Z)", text, re.MULTILINE | re.DOTALL)
            text = (row or section)[0]
        return re.sub(r"(?<=\d) (?=\d{3}\b)", "", text)

    def test_numbers_are_in_the_text_that_is_cited(self):
        checked = 0
        for name, entry in yaml.safe_load(pages.PUBLISHED.read_text(encoding="utf-8")).items():
            for key, text in entry.items():
                if key == "as" or text.startswith("ours"):
                    continue
                self.assertRegex(text, r"\[(experiments|model|profile) ", f"{name} {key}: a source, or ours")
                for clause, where in re.findall(r"([^\]]*?)\[([^\]]+)\]", text):
                    clause = re.sub(r"\b(e0|W4|TCP)\b", "", clause.split(";")[-1])
                    clause = re.sub(r"(one|two|three) ", "", clause)
                    source = self.cited(name, where)
                    for number in re.findall(r"\d+(?:\.\d+)?", clause):
                        self.assertRegex(source, rf"(?<![\d.]){re.escape(number)}(?![\d]|\.\d)",
                                         f"{name} {key}: {number} is not in {where}")
                        checked += 1
        self.assertGreater(checked, 100)


class Arithmetic(unittest.TestCase):
    """What is measured is what the file states."""

    TESTS = {"delay": ["test_base_delay", "test_mean_delay"], "mean delay": ["test_mean_delay"],
             "rate": ["test_saturated_rate"], "queue": ["test_largest_queueing_delay"], "loss": ["test_loss"],
             "idle": ["test_after_silence"]}

    def test_base_delay(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                light = found.light
                checked += 1
                least = way.delay.low + way.transmission(PROBE, way.fastest())
                most = (way.delay.high + way.transmission(PROBE, way.slowest()) + way.largest_error_delay()
                        + way.largest_repetition(PROBE) + (way.allocation.high if light.idles else 0))
                if not excepted(way, "delay"):
                    self.assertGreaterEqual(light.least, least - NANOSECOND)
                    self.assertLessEqual(light.most, most + NANOSECOND)
                elif not light.idles and way.spec["fragmentation"] is False and "delivery_trace" not in way.spec:
                    self.assertAlmostEqual(light.least, least, delta=NANOSECOND)
                    continue
                if way.delay.fixed() and way.slowest() == way.fastest() and not light.idles and not excepted(way, "delay"):
                    self.assertAlmostEqual(light.least, least, delta=NANOSECOND)
                    self.assertAlmostEqual(light.median, least, delta=NANOSECOND)
        self.assertGreater(checked, 100)

    def test_mean_delay(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                if excepted(way, "delay") or excepted(way, "mean delay"):
                    continue
                light = found.light
                expected = way.delay.mean + way.mean_transmission(PROBE) + way.mean_error_delay()
                if light.idles:
                    expected += way.allocation.mean
                if "rate_schedule" in way.spec and way.steps()[1] is None:
                    continue  # the step is over for most of the probe, not for all
                if way.spec["error_handling"] == "RETRANSMIT":
                    expected += way.mean_error() * way.transmission(PROBE)
                draws = len(light.delays)
                redraw = way.spec.get("delay_redraw_interval")
                changes = [float(redraw) * NS] if redraw else []
                if way.redraws():
                    changes.append(way.redraws())
                for change in changes:
                    draws = min(draws, light.interval * measure.LIGHT_PACKETS / change)
                tolerance = SIGMAS * statistics.pstdev(light.delays) / math.sqrt(draws) + NANOSECOND
                self.assertAlmostEqual(statistics.fmean(light.delays), expected, delta=tolerance)
                checked += 1
        self.assertGreater(checked, 60)

    def test_saturated_rate(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                full = found.full
                packet = FULL * 8 / (full.duration / 2)
                self.assertLessEqual(full.rate, way.fastest() * 1.001 + packet)
                expected = way.capacity()
                if excepted(way, "rate"):
                    continue
                self.assertIsNotNone(expected, "an exception")
                checked += 1
                half = full.duration / 2 * full.seeds
                relative = 0.0
                if way.redraws():
                    relative += way.rate.deviation / way.rate.mean / math.sqrt(max(half / way.redraws(), full.seeds))
                if way.has_errors() and way.spec["error_handling"] in ("DROP", "RETRANSMIT"):
                    packets = expected * half / (FULL * 8)
                    relative += (loss_deviation(way, packets, half) if way.spec["error_handling"] == "DROP"
                                 else math.sqrt(way.mean_error() / packets))
                for block in way.blocks:
                    free, length = Law(block["interval"], NS), Law(block["length"], NS)
                    cycle = free.mean + length.mean
                    # The share of the time that is blocked, by as many cycles; of an exponential time the deviation
                    # is the mean.
                    spread = (min(free.deviation, free.mean) / cycle * length.mean / cycle
                              + min(length.deviation, length.mean) / cycle * free.mean / cycle)
                    relative += spread / math.sqrt(half / cycle) * cycle / free.mean
                # A delay that is drawn moves deliveries across the ends of the second half.
                edge = 0 if way.delay.fixed() else (way.delay.high - way.delay.low) / (full.duration / 2) * expected
                self.assertAlmostEqual(full.rate, expected, delta=packet + edge + SIGMAS * relative * expected)
        self.assertGreater(checked, 80)

    def test_largest_queueing_delay(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                waited = found.queueing(way)
                transmission = way.transmission(FULL, way.slowest())
                if excepted(way, "queue"):
                    continue
                checked += 1
                if way.unlimited():
                    # Packets leave one after the other from the beginning: of the last one that arrived in time, half
                    # of its number waited in front of it.
                    expected = (found.full.duration - way.delay.mean - transmission) / 2
                    self.assertAlmostEqual(waited, expected, delta=transmission)
                    continue
                variation = way.delay.high - way.delay.low + way.largest_error_delay()
                if way.largest_repetition(FULL):
                    variation += transmission * most_of((way.ahead() + 1) * way.mean_error(), found.full.sent)
                self.assertGreaterEqual(waited, way.largest_wait(way.fastest()) - transmission - variation)
                self.assertLessEqual(waited, way.largest_wait(way.slowest()) + transmission + variation)
        self.assertGreater(checked, 70)

    def test_loss(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                if not way.loses() and not way.blocks:
                    self.assertEqual(found.light.loss, 0)
                if not way.has_errors() or excepted(way, "loss"):
                    continue
                self.assertIsNotNone(way.loss(), "an exception")
                seconds = found.light.interval * measure.LIGHT_PACKETS
                deviation = loss_deviation(way, measure.LIGHT_PACKETS, seconds)
                if way.blocks:
                    continue
                self.assertAlmostEqual(found.light.loss, way.loss(), delta=SIGMAS * deviation)
                checked += 1
        self.assertGreater(checked, 15)

    def test_bursts_of_a_chain(self):
        (found,) = [m for p, way, m in ways() if p.name == "lossy-ge" and way.name == "downlink"]
        bursts = found.light.loss * measure.LIGHT_PACKETS / found.light.burst
        mean = 1 / 0.3
        self.assertAlmostEqual(found.light.burst, mean, delta=SIGMAS * math.sqrt(mean * (mean - 1) / bursts))

    def test_order(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                overtaken = found.full.overtaken
                checked += overtaken > 0
                self.assertEqual(overtaken > 0, way.spec["reordering"])
                if profile.name == "ns2-reordering" and way.name == "downlink":
                    packets = found.full.rate * found.full.duration / (FULL * 8)
                    self.assertAlmostEqual(overtaken, 0.01, delta=SIGMAS * math.sqrt(0.01 / packets))
        self.assertGreater(checked, 4)

    def test_after_silence(self):
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                if found.idle is None or excepted(way, "idle"):
                    continue
                extra = found.idle.extra
                checked += 1
                # Of the light probe's median, which is subtracted.
                spread = found.light.most - found.light.least if not way.delay.fixed() or way.has_errors() else 0.0
                self.assertGreaterEqual(min(extra), way.allocation.low - spread - NANOSECOND)
                self.assertLessEqual(max(extra), way.allocation.high + spread + NANOSECOND)
                if not spread:
                    tolerance = SIGMAS * way.allocation.deviation / math.sqrt(len(extra)) + NANOSECOND
                    self.assertAlmostEqual(statistics.fmean(extra), way.allocation.mean, delta=tolerance)
        self.assertGreater(checked, 10)

    def test_every_exception_is_needed(self):
        """Without the exception, the check of its figure fails for this profile and direction alone."""
        of_way = {(profile.name, way.name): (profile, way, found) for profile, way, found in ways()}
        for exception in EXCEPTIONS:
            name, way, figure = exception
            others = {one: why for one, why in EXCEPTIONS.items() if one != exception}
            result = unittest.TestResult()
            with (self.subTest(exception), mock.patch.dict(globals(), EXCEPTIONS=others,
                                                           ways=lambda one=of_way[name, way]: [one])):
                for test in self.TESTS[figure]:
                    Arithmetic(test).run(result)
                # Of a profile, not of the number of profiles.
                wrong = [test for test, _ in result.failures + result.errors if hasattr(test, "params")]
                self.assertTrue(wrong, "the figure agrees: the exception is not needed")


class Tcp(unittest.TestCase):
    """What TCP got in real time is within what the link carries and holds."""

    LATENESS = 0.02  # s: largest lateness of a valid repetition

    def test_within_the_link(self):
        document = json.loads(pages.TCP.read_text(encoding="utf-8"))["profiles"]
        self.assertLessEqual(set(document), set(seawind.names()))
        checked = 0
        for profile, way, found in ways():
            with self.subTest(profile.name + " " + way.name):
                tcp = document.get(profile.name, {}).get(way.name)
                if tcp is None:
                    continue
                checked += 1
                self.assertLessEqual(tcp["goodput_bit_s"], way.fastest())
                steady = way.slowest() == way.fastest() and not way.blocks and way.capacity() is not None
                if steady and not way.has_errors():
                    self.assertLessEqual(tcp["goodput_bit_s"], found.full.rate * 1.001)
                if any("interval" in block for block in way.blocks) or "background_load" in way.spec:
                    continue
                if way.spec["link_layer_ack_emulation"] or way.spec["link_reset"]:
                    continue
                if way.unlimited():
                    held = tcp["bytes"] * 1.1
                else:
                    held = self.bytes_of(way)
                silence = 0.3 if "delivery_trace" in way.spec else 0.0
                most = (held * 8 / way.slowest() * (1 + 3 * way.mean_error())
                        + way.delay.high + way.largest_error_delay() + way.largest_repetition(FULL) + silence
                        + (way.allocation.high if way.allocation else 0)
                        + sum(Law(block["length"], NS).high for block in way.blocks))
                self.assertLessEqual(tcp["delay_max_s"], most + self.LATENESS)
        self.assertGreater(checked, 90)

    @staticmethod
    def bytes_of(way):
        sizes = {"router": ROUTER}
        limit = way.spec["link_send_buffer_size"]
        if "bytes" in limit:
            sizes["send buffer"] = int(limit["bytes"])
        return sum(sizes.get(place, count * FULL) for place, count in way.places()) + FULL


if __name__ == "__main__":
    unittest.main()
