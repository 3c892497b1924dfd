# SPDX-License-Identifier: GPL-3.0-or-later
"""One TCP flow of CUBIC over each profile, in each direction by itself, in real time."""
import concurrent.futures
import json
import pathlib
import sqlite3
import tempfile

from sheets import seawind
from sheets.profile import Profile

WAYS = {"downlink": "down", "uplink": "up"}
SECONDS = 25  # of transfer, at the link's own rate
LEAST = 150_000  # bytes: 100 packets, which slow links carry in minutes
FAST = 50e6  # bit/s; such a link runs alone
TOGETHER = 10  # slower links at the same time


def size(way):
    rate = way.capacity() or way.user_rate()
    return max(LEAST, round(rate * SECONDS / 8, -4))


def test_set(profile, folder):
    """The folder of a test set of one link with a transfer in each direction; returns the test set's file."""
    for kind in ("workloads", "testsets"):
        (folder / kind).mkdir(parents=True)
    for way, direction in WAYS.items():
        (folder / f"workloads/{way}.yaml").write_text(
            f"description: one transfer\nflows:\n  - {{name: transfer, direction: {direction}, "
            f"bulk_tcp: {{size: {size(profile[way]):.0f}B}}}}\n")
    router = "router: tail-drop-20, " if any(place == "router" for place, _ in profile["downlink"].places()) else ""
    parallel = 1 if fast(profile) else 2
    file = folder / "testsets/tcp.yaml"
    file.write_text(
        f"description: TCP over {profile.name}\nparallel: {parallel}\ntimeout: 20min\n"
        f"limits: {{attempts: {2 if fast(profile) else 5}}}\n"
        f"matrix: {{link: {profile.name}, {router}tcp: linux-default, workload: [downlink, uplink]}}\n")
    return file


def fast(profile):
    return any(way.rate.mean >= FAST for way in profile.ways.values())


def results(campaign):
    """direction -> figures of its valid repetition, and the machine."""
    store = sqlite3.connect(f"file:{campaign}/campaign.db?mode=ro", uri=True)
    found = {}
    try:
        for way, metric, value in store.execute(
                """SELECT c.workload, m.metric, m.value FROM repetition r JOIN metric m ON m.attempt_id = r.attempt_id
                   JOIN test_case c ON c.id = r.case_id WHERE r.state = 'done' AND m.flow = 'transfer'"""):
            found.setdefault(way, {})[metric] = value
        (host,), = store.execute("SELECT host FROM campaign")
    finally:
        store.close()
    kinds = ("drops_congestion", "drops_error", "drops_other")
    return {way: {
        "goodput_bit_s": round(of["goodput"] * 8),
        "delay_median_s": round(of["delay_median"], 6),
        "delay_max_s": round(of["delay_max"], 6),
        "bytes": round(of["goodput"] * of["elapsed"]),
        "drops": {m.removeprefix("drops_"): round(v) for m, v in sorted(of.items())
                  if m.startswith("drops_") and not m.endswith("_bytes") and m not in kinds and v > 0},
    } for way, of in found.items()}, json.loads(host)


def run(name):
    profile = Profile(name)
    with tempfile.TemporaryDirectory(prefix="seawind-tcp-") as folder:
        file = test_set(profile, pathlib.Path(folder))
        campaign = pathlib.Path(folder) / "campaign"
        # Exit code 1: a repetition had no valid attempt; the other direction still counts.
        seawind.run("run", file, "-o", campaign, cwd=folder, codes=(0, 1))
        found, host = results(campaign)
    print(f"{name}: {', '.join(found) or 'no valid repetition'}", flush=True)
    return found, host


def measure(names, file):
    """Measures the profiles and replaces their part of the file; a direction without a valid repetition keeps
    what it had."""
    document = json.loads(file.read_text(encoding="utf-8"))

    def keep(name, outcome):
        found, host = outcome
        document["profiles"].setdefault(name, {}).update(found)
        document["how"] = (f"Linux {host['kernel']}, {host['cores']} processors ({host['cpu']}); transfers of "
                           f"{SECONDS} s at the link's own rate, of {LEAST // 1000} kB at least; all repetitions within "
                           "the usual limits of lateness. Links of 50 Mbit/s and more ran alone, the others "
                           f"{TOGETHER} at a time.")
        document["profiles"] = dict(sorted(document["profiles"].items()))
        file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")

    slow = [n for n in names if not fast(Profile(n))]
    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
        for name, outcome in zip(slow, pool.map(run, slow)):
            keep(name, outcome)
    for name in names:
        if name not in slow:
            keep(name, run(name))
