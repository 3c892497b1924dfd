#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every system call of every program of a short campaign, of `exec`, `report` and `export` fails at its N-th use,
once and permanently, or its program is killed there; every allocation fails; the disk is full. trial.py and commands.py have the
conditions that must hold."""
import argparse
import collections
import concurrent.futures
import os
import random
import subprocess
import sys
import time

from commands import COMMANDS
from trial import LONGEST, PROGRAMS, TOOLS, Fault, fault_of


def call_list():
    """NAME[:ON] -> whether its failure can last."""
    lines = subprocess.run([TOOLS / "syscall_faults", "--list"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {name: lasts == "lasting" for name, _, lasts in map(str.split, lines)}


FEW = 8  # faults of a program of which at least one should happen
DISK_STEPS = 48  # from a full disk to enough room for any of the commands


def trial_of(fault, patience=LONGEST):
    if fault.command not in ("run", "exec"):
        patience = max(patience, 60)  # they end by themselves, on a busy machine late
    return COMMANDS[fault.command](fault, patience)


def uses_of(command, program, call="count"):
    """The command without a fault: how often each program uses each call."""
    trial = trial_of(Fault(command, program, call, 0, "once"))
    try:
        trial.prepare()
        code = trial.first_run()
        if code != trial.codes[0]:
            raise SystemExit(f"{command} fails without any fault: {code}: {trial.said}")
        if call == "memory":
            return [(command, program, "memory", trial.count())]
        return [(command, *one) for one in trial.counts()]
    finally:
        trial.seawind.close()


def count_uses(commands):
    found = []
    for command in commands:
        calls = uses_of(command, "seawind")
        found += calls
        if command != "run":  # which waits for room: tests/system/campaign/waiting_test.py
            found.append((command, "seawind", "disk", DISK_STEPS))
        for program in {program for _, program, *_ in calls} & set(PROGRAMS):
            if program not in ("holder", "guard"):  # the same executable as the controller
                found += uses_of(command, program, "memory")
    return sorted(one for one in found if one[1] in PROGRAMS and one[2] != "abort")


def every_fault(counts, lasting, most):
    """Of a call with more than `most` uses, that many spread over them."""
    for command, program, call, uses in counts:
        step = max(1, -(-uses // most))
        for at in range(1, uses + 1, step):
            for how in hows(call, lasting):
                yield Fault(command, program, call, at, how)


def hows(call, lasting):
    if call == "disk":
        return ["lasting"]
    return ["once", *(["lasting"] if lasting.get(call, True) else []), *(["kill"] if call != "memory" else [])]


def random_faults(counts, lasting, chance):
    """An endless sequence. All calls are equally likely; the first uses of a call are likelier than later ones."""
    while True:
        command, program, call, uses = chance.choice(counts)
        at = min(uses, int(uses ** chance.random()))
        yield Fault(command, program, call, at, chance.choice(hows(call, lasting)))


def try_all(faults, options):
    """Runs the trials in parallel. Returns the tried faults, those that occurred, and those with problems."""
    workers = options.workers
    deadline = time.monotonic() + options.seconds
    tried, happened, bad = [], [], []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        running = set()
        more = iter(faults)
        while True:
            while len(running) < workers and time.monotonic() < deadline:
                fault = next(more, None)
                if fault is None:
                    break
                running.add(pool.submit(trial_of(fault, options.patience).run))
            if not running:
                return tried, happened, bad
            ended, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for trial in (future.result() for future in ended):
                tried.append(trial.fault)
                if trial.happened:
                    happened.append(trial.fault)
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
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=list(COMMANDS), help="only these [all]")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no fault after this time")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the sample")
    parser.add_argument("--workers", type=int, default=2 * os.cpu_count(), help="side by side")
    parser.add_argument("--patience", type=float, default=LONGEST,
                        help="seconds after which a campaign is asked to end")
    parser.add_argument("--verbose", action="store_true", help="every fault, and how long it took")
    parser.add_argument("faults", nargs="*", help="COMMAND/PROGRAM:CALL[:ON]:N:once|lasting|kill, as printed")
    options = parser.parse_args()
    if options.faults:
        faults = map(fault_of, options.faults)
    else:
        lasting = call_list()
        counts = count_uses(options.commands)
        print(len(counts), "calls,", sum(uses for *_, uses in counts), "uses; seed", options.seed,
              flush=True)
        if options.all:
            faults = (f for f in every_fault(counts, lasting, options.most)
                      if not options.only or options.only in str(f))
        else:
            faults = random_faults(counts, lasting, random.Random(options.seed))
    tried, happened, bad = try_all(faults, options)
    print(f"{len(tried)} faults tried, {len(happened)} of them happened, {len(bad)} with problems")
    if options.faults:
        return 1 if bad or len(happened) < len(tried) else 0
    # A sample may draw faults that do not occur, because not every run makes as many calls. Half of them do, and of
    # each program some.
    never = [program for program, times in collections.Counter(fault.program for fault in tried).items()
             if times >= FEW and all(fault.program != program for fault in happened)]
    if never:
        print("no fault happened in", *never)
    return 1 if bad or never or len(happened) < max(1, len(tried) // 2) else 0


if __name__ == "__main__":
    sys.exit(main())
