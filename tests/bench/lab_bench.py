#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a laboratory measures what one machine measures: W1 over e0 and r4, on this machine and on three machines that
are namespaces, with TCP and tunnels between them.

usage: tests/bench/lab_bench.py [--repetitions N] [--parallel N] [--rounds N] [--no-limits] [BUILD]    [build/release]

Runs the same campaigns, with the same seeds, in both places in turn. Run it as root, on a machine on which nothing else
runs: 12 repetitions of both cases, 24 at a time, take 2 minutes in each place with --no-limits. Prints what became of the attempts, and
for each case and metric the medians of both, their difference and its 95 % interval (bootstrap over the pairs: a
repetition has the same seed in both). Exit code 1: a repetition is not valid, or a median differs by more than 0.5 %.
"""
import argparse
import os
import pathlib
import signal
import sys

import pauses_bench
from pauses_bench import ROOT

AIM = 0.5  # %


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=24, help="of each case in a campaign [24]")
    parser.add_argument("--parallel", type=int, default=24, help="repetitions at the same time [24]")
    parser.add_argument("--rounds", type=int, default=1, help="campaigns in each place [1]")
    parser.add_argument("--no-limits", dest="limits", action="store_false",
                        help="count all repetitions, however late their packets were [the default limits decide]")
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build/release")
    options = parser.parse_args()
    os.environ["SEAWIND_BIN"] = str(options.build.resolve() / "bin")
    sys.path.insert(0, str(ROOT / "tests/system/lab"))
    from lab_support import BIN, Lab  # which read the environment
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    stores = {"one machine": [], "laboratory": []}
    lab = Lab()
    try:
        lab.file.write_text(f"{lab.file.read_text()}parallel: {options.parallel}\n")
        inside = lab.machines["controller"].inside(BIN / "seawind")
        for number in range(options.rounds):
            stores["one machine"].append(pauses_bench.run_campaign(
                [BIN / "seawind"], lab.path, f"local-{number}", 2001 + number, options))
            stores["laboratory"].append(pauses_bench.run_campaign(
                inside, lab.path, f"lab-{number}", 2001 + number, options, ["--lab", lab.file], lab.environment))
        pauses_bench.attempts_table(stores)
        print()
        verdicts = pauses_bench.medians_table(stores, AIM)
        failed = pauses_bench.rows(stores["one machine"] + stores["laboratory"],
                                   "SELECT 1 FROM repetition WHERE state != 'done'")
    finally:
        lab.close()
    return 1 if failed or set(verdicts) & {"no", "too few"} else 0


if __name__ == "__main__":
    sys.exit(main())
