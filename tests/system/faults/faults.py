#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every system call of every program of a short campaign fails at its N-th use, once and permanently;
so does every allocation. trial.py has the conditions that must hold."""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import time

from trial import LONGEST, PROGRAMS, TOOLS, Fault, Trial, fault_of


def call_list():
    """NAME[:ON] -> whether its failure can last."""
    lines = subprocess.run([TOOLS / "syscall_faults", "--list"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {name: lasts == "lasting" for name, _, lasts in map(str.split, lines)}


class Count(Trial):
    """A campaign without a fault: how often each program uses each call."""

    def __init__(self, program, call="count"):
        super().__init__(Fault(program, call, 0, "once"))

    def uses_found(self):
        try:
            code = self.first_run()
            if code != 0:
                raise SystemExit(f"the campaign fails without any fault: {code}: {self.said}")
            if self.fault.call == "memory":
                return [(self.fault.program, "memory", self.count())]
            return list(self.counts())
        finally:
            self.seawind.close()


def count_uses():
    found = Count("seawind").uses_found()
    for program in PROGRAMS:
        if program != "holder":  # the same executable as the controller
            found += Count(program, "memory").uses_found()
    return [(program, call, uses) for program, call, uses in found
            if program in PROGRAMS and call != "abort"]


def every_fault(counts, lasting, most):
    """Of a call with more than `most` uses, that many spread over them."""
    for program, call, uses in counts:
        step = max(1, -(-uses // most))
        for at in range(1, uses + 1, step):
            yield Fault(program, call, at, "once")
            if lasting.get(call, True):
                yield Fault(program, call, at, "lasting")


def random_faults(counts, lasting, chance):
    """An endless sequence. All calls are equally likely; the first uses of a call are likelier than later ones."""
    while True:
        program, call, uses = chance.choice(counts)
        at = min(uses, int(uses ** chance.random()))
        how = "lasting" if lasting.get(call, True) and chance.random() < 0.5 else "once"
        yield Fault(program, call, at, how)


def try_all(faults, options):
    """Runs the trials in parallel. Returns their number, the number of faults that occurred, and the problems."""
    workers = options.workers
    deadline = time.monotonic() + options.seconds
    tried = happened = 0
    bad = []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        running = set()
        more = iter(faults)
        while True:
            while len(running) < workers and time.monotonic() < deadline:
                fault = next(more, None)
                if fault is None:
                    break
                running.add(pool.submit(Trial(fault, options.patience).run))
            if not running:
                return tried, happened, bad
            ended, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for trial in (future.result() for future in ended):
                tried += 1
                happened += trial.happened
                if options.verbose:
                    print(f"{trial.fault}: {trial.took:.1f} s", flush=True)
                if trial.problems:
                    bad.append(trial.fault)
                    print(f"{trial.fault}:", *trial.problems, sep="\n    ", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every use of every call [a sample]")
    parser.add_argument("--most", type=int, default=1 << 40,
                        help="with --all: at most so many uses of one call")
    parser.add_argument("--only", help="with --all: the faults whose name holds this text")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no fault after this time")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the sample")
    parser.add_argument("--workers", type=int, default=2 * os.cpu_count(), help="side by side")
    parser.add_argument("--patience", type=float, default=LONGEST,
                        help="seconds after which a campaign is asked to end")
    parser.add_argument("--verbose", action="store_true", help="every fault, and how long it took")
    parser.add_argument("faults", nargs="*", help="PROGRAM:CALL[:ON]:N:once|lasting, as printed")
    options = parser.parse_args()
    if options.faults:
        faults = map(fault_of, options.faults)
    else:
        lasting = call_list()
        counts = count_uses()
        print(len(counts), "calls,", sum(uses for *_, uses in counts), "uses; seed", options.seed,
              flush=True)
        if options.all:
            faults = (f for f in every_fault(counts, lasting, options.most)
                      if not options.only or options.only in str(f))
        else:
            faults = random_faults(counts, lasting, random.Random(options.seed))
    tried, happened, bad = try_all(faults, options)
    print(f"{tried} faults tried, {happened} of them happened, {len(bad)} with problems")
    return 1 if bad or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
