#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What pauses of the machine change in the medians that are published: W1 over e0 and r4, with and without pauses.

usage: tests/bench/pauses_bench.py [--repetitions N] [--parallel N] [--rounds N] [--rate R] [--seed S] [--together]
                                  [--limits] [BUILD]               [build/release]

Runs campaigns, undisturbed and paused in turn, in anonymous directories that are removed. All repetitions count, however
late their packets were, so that none is selected by its pauses and the medians show more than the default limits admit.
With --limits the default limits decide; the first table then shows what they cost on such a machine. During a paused one processes at SCHED_FIFO 99 occupy each processor in turn for 3 to 33 ms, at random instants, R times
a second over all processors. The kernel then moves the relay to another processor; the hosts' TCP and the programs are
delayed. With --together they occupy all processors at once, as a hypervisor that stops the machine: the relay is late as
well. Run it as root, on a machine on which nothing else runs: the last column of the
first table is the proof that the undisturbed campaigns were undisturbed.

Prints two tables: what became of the attempts and how long the pauses were that the relay saw; and, for each case and
metric, the medians of both kinds over the repetitions that are valid in both, their difference, and its 95 % interval
(bootstrap over the pairs: a repetition has the same seed in both). "yes": the whole interval is within 0.1 %, "no": none
of it is, "undecided": more rounds are needed.
"""
import argparse
import json
import multiprocessing
import os
import pathlib
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORTEST, LONGEST = 0.003, 0.033  # s
PRIORITY = 99
AIM = 0.1  # %
RESAMPLES = 2000
METRICS = (("", "overall_throughput"), ("faster", "elapsed"), ("slower", "elapsed"), ("third", "elapsed"))
TEST_SET = """\
name: {name}
seed: {seed}
repetitions: {repetitions}
parallel: {parallel}
mtu: 576B
timeout: 10min
matrix: {{link: [e0, r4], router: tail-drop-20, tcp: baseline, workload: w1}}
"""
NO_LIMITS = "limits: {lateness_p999: 1s, lateness_max: 10s, start_error: 10s, cpu_steal: 100%}\n"


def occupy(processor, turns_of, rate, seed, start):
    """Occupies one processor in the pauses that `turns_of` accepts by their number. Ends with its parent."""
    parent = os.getppid()
    os.sched_setaffinity(0, {processor})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    draw = random.Random(seed)  # the same pauses in each process
    begin, turn = start, 0
    while os.getppid() == parent:
        begin += draw.expovariate(rate)
        length = draw.uniform(SHORTEST, LONGEST)
        if turns_of(turn):
            time.sleep(max(0, begin - time.monotonic()))
            while time.monotonic() < begin + length:
                pass
        turn += 1


class Pauser:
    """One process for each processor, while the block runs."""

    def __init__(self, rate, seed, together):
        processors = sorted(os.sched_getaffinity(0))
        start = time.monotonic() + 1
        self.processes = []
        for index, processor in enumerate(processors):
            def turns_of(turn, index=index):
                return together or turn % len(processors) == index
            self.processes.append(multiprocessing.Process(
                target=occupy, args=(processor, turns_of, rate, seed, start), daemon=True))

    def __enter__(self):
        for process in self.processes:
            process.start()
        return self

    def __exit__(self, *_):
        ended = [process for process in self.processes if not process.is_alive()]
        for process in self.processes:
            process.terminate()
            process.join()
        if ended:
            raise SystemExit("a process that occupies a processor has ended: run this as root")


def run_campaign(seawind, folder, name, seed, options, more=(), environment=None):
    """The store of a finished campaign. `seawind`: the words of its command."""
    file = folder / "testsets" / f"{name}.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(TEST_SET.format(name=name, seed=seed, repetitions=options.repetitions, parallel=options.parallel)
                    + ("" if options.limits else NO_LIMITS))
    output = folder / name
    done = subprocess.run([*seawind, "run", file, "-o", output, "--configs", ROOT / "configs", "--json", *more],
                          stdout=subprocess.PIPE, text=True, env=environment)
    if done.returncode not in (0, 1):  # 1: some repetitions have failed, which is a result
        raise SystemExit(f"seawind run ended with {done.returncode}")
    print(f"{name}: {json.loads(done.stdout)['done']} repetitions", file=sys.stderr)
    return output / "campaign.db"


def rows(stores, query, *values):
    found = []
    for store in stores:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
            found += database.execute(query, values).fetchall()
        database.close()
    return found


def attempts_table(kinds):
    print("| campaigns | repetitions | valid at the first attempt | failed | attempts lost to the machine "
          "| invalid otherwise | pauses of 1 ms and more, a second | largest, ms |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for kind, stores in kinds.items():
        states = [state for (state,) in rows(stores, "SELECT state FROM repetition")]
        first = rows(stores, "SELECT a.verdict FROM attempt a WHERE a.id = (SELECT min(b.id) FROM attempt b "
                             "WHERE b.case_id = a.case_id AND b.number = a.number)")
        causes = [row for row in rows(stores, "SELECT cause, verdict FROM attempt") if row[1] == "invalid"]
        lost = sum(cause == "machine" for cause, _ in causes)
        pauses = [row for row in rows(stores, "SELECT pauses, pauses_watched_ns, pause_max_ns FROM fidelity")
                  if row[1]]
        watched = sum(row[1] for row in pauses) / 1e9
        rate = f"{sum(row[0] for row in pauses) / watched:.3f}" if watched else "not measured"
        largest = f"{max(row[2] for row in pauses) / 1e6:.1f}" if pauses else "not measured"
        print(f"| {kind} | {len(states)} | {sum(v == 'valid' for (v,) in first)} | {states.count('failed')} | {lost} "
              f"| {len(causes) - lost} | {rate} | {largest} |")


def change(pairs):
    """Of the median, in percent."""
    before, after = (statistics.median(values) for values in zip(*pairs))
    return 100 * (after / before - 1)


def interval(pairs):
    """95 % of the change, by the percentile method."""
    draw = random.Random(1)
    changes = sorted(change(draw.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    return changes[RESAMPLES // 40], changes[-1 - RESAMPLES // 40]


def values(stores, case, flow, metric):
    """Of the valid repetitions, by (campaign, repetition)."""
    return {(number, repetition): value for number, store in enumerate(stores) for repetition, value in rows(
        [store], "SELECT r.number, m.value FROM repetition r JOIN test_case c ON c.id = r.case_id JOIN metric m "
        "ON m.attempt_id = r.attempt_id WHERE r.state = 'done' AND c.name = ? AND m.flow = ? AND m.metric = ?",
        case, flow, metric)}


def medians_table(kinds, aim):
    """Of the second kind against the first; `aim` in percent. Returns the verdicts of the last column."""
    one, two = kinds
    print(f"| case | metric | pairs | {one} | {two} | difference, % | 95 %, % | within {aim} % |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    verdicts = []
    cases = [name for (name,) in rows(kinds[one][:1], "SELECT name FROM test_case ORDER BY id")]
    for case in cases:
        for flow, metric in METRICS:
            name = f"{flow} {metric}".strip()
            before, after = (values(stores, case, flow, metric) for stores in kinds.values())
            pairs = [(before[key], after[key]) for key in sorted(before.keys() & after.keys())]
            if len(pairs) < 2:
                print(f"| {case} | {name} | {len(pairs)} | too few | | | | |")
                verdicts.append("too few")
                continue
            low, high = interval(pairs)
            verdict = "yes" if -aim < low and high < aim else "no" if low > aim or high < -aim else "undecided"
            verdicts.append(verdict)
            print(f"| {case} | {name} | {len(pairs)} | {statistics.median(one for one, _ in pairs):.6g} "
                  f"| {statistics.median(two for _, two in pairs):.6g} | {change(pairs):+.3f} "
                  f"| {low:+.3f} to {high:+.3f} | {verdict} |")
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=24, help="of each case in a campaign [24]")
    parser.add_argument("--parallel", type=int, default=8, help="repetitions at the same time [8]")
    parser.add_argument("--rounds", type=int, default=5, help="campaigns of each kind [5: 120 repetitions]")
    parser.add_argument("--rate", type=float, default=0.3, help="pauses a second [0.3]")
    parser.add_argument("--together", action="store_true", help="occupy all processors at once [each in turn]")
    parser.add_argument("--limits", action="store_true", help="apply the default limits [all repetitions count]")
    parser.add_argument("--seed", type=int, default=1, help="of the instants and lengths of the pauses [1]")
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build/release")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    kinds = {"undisturbed": [], "paused": []}
    seawind = [options.build / "bin/seawind"]
    with tempfile.TemporaryDirectory(prefix="pauses-bench-") as temporary:
        folder = pathlib.Path(temporary)
        for number in range(options.rounds):
            kinds["undisturbed"].append(run_campaign(seawind, folder, f"undisturbed-{number}", 2001 + number, options))
            with Pauser(options.rate, options.seed + number, options.together):
                kinds["paused"].append(run_campaign(seawind, folder, f"paused-{number}", 2001 + number, options))
        attempts_table(kinds)
        print()
        medians_table(kinds, AIM)


if __name__ == "__main__":
    main()
