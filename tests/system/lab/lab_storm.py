# SPDX-License-Identifier: GPL-3.0-or-later
"""A storm over a laboratory: campaigns one after the other, with faults of hosts, services, cables and the controller in
an order determined by the seed. `seawind resume` completes every campaign: no finished repetition is lost, run again or
changed, the store is whole, and the hosts are as before."""
import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from lab_support import HOSTS, Lab

from kept import Broken, Kept, require
from support import TINY, wait_for

REPETITIONS = 24
# s until the hosts are free: the lease of a controller that the network does not reach any more, and what ends then.
FREE = 60


class Fault:
    """One fault, of a host that has no other. `seed` determines all draws; `length`: duration in seconds."""
    shortest, longest = 0.2, 3.0

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.wait = self.random.uniform(0.0, 4.0)  # since the fault before
        # Short ones are more frequent, so that repetitions finish between the long ones.
        self.length = self.shortest + (self.longest - self.shortest) * self.random.random() ** 3
        self.host = self.random.choice(HOSTS)

    def begin(self, storm):
        """Returns False if there was no target."""
        raise NotImplementedError

    def end(self, storm):
        """Undoes the fault."""


class Service(Fault):
    """SIGKILL of a host's service, which comes back some time later."""

    def begin(self, storm):
        os.kill(storm.lab.service_pid(self.host), signal.SIGKILL)
        storm.lab.services[self.host].wait()
        return True

    def end(self, storm):
        storm.lab.serve(self.host)


class Stop(Fault):
    """SIGSTOP of a host's service, SIGCONT some time later."""
    shortest, longest = 1.0, 20.0

    def begin(self, storm):
        self.pid = storm.lab.service_pid(self.host)
        os.kill(self.pid, signal.SIGSTOP)
        return True

    def end(self, storm):
        os.kill(self.pid, signal.SIGCONT)
        storm.lab.services[self.host].send_signal(signal.SIGCONT)  # nsenter, which stops with its child


class Program(Fault):
    """SIGKILL of a program that the service of a host has started."""
    longest = 0.2

    def begin(self, storm):
        service = storm.lab.service_pid(self.host)
        found = sorted(pid for pid in storm.lab.programs_of(self.host) if pid != service)
        return bool(found) and storm.lab.seawind.signal(self.random.choice(found), signal.SIGKILL)


class Reboot(Fault):
    """A host is gone with its namespaces, and boots some time later."""

    def begin(self, storm):
        storm.lab.crash(self.host)
        return True

    def end(self, storm):
        storm.lab.boot(self.host)


class Cut(Fault):
    """The cable of a host or of the controller is out for a while."""
    shortest, longest = 1.0, 20.0

    def __init__(self, seed):
        super().__init__(seed)
        self.host = self.random.choice((*HOSTS, "controller"))

    def begin(self, storm):
        storm.lab.set_cable(self.host, "down")
        return True

    def end(self, storm):
        storm.lab.set_cable(self.host, "up")


class Controller(Fault):
    """SIGKILL of the controller."""
    longest = 0.2

    def __init__(self, seed):
        super().__init__(seed)
        self.host = None

    def begin(self, storm):
        return any([storm.lab.seawind.signal(pid, signal.SIGKILL) for pid in storm.lab.programs_of("controller")])


KINDS = {kind.__name__.lower(): kind for kind in (Service, Stop, Program, Reboot, Cut, Controller)}


class Storm:
    def __init__(self):
        self.lab = Lab()
        self.begun = time.monotonic()
        self.controller = None
        self.kept = None  # of the campaign that runs
        self.campaigns = 0
        self.lasting = []  # (when it ends, fault)
        self.faults = {kind: 0 for kind in KINDS}
        self.codes = {}

    def say(self, text):
        print(f"{time.monotonic() - self.begun:8.2f} {text}", flush=True)

    def start(self):
        """The campaign that is not complete, or a new one."""
        if self.kept is None:
            self.campaigns += 1
            self.kept = Kept(self.lab.path / f"c{self.campaigns}")
        if self.kept.has_store():
            self.controller = self.lab.start("resume", self.kept.campaign)
            return
        # The directory of a run that was killed before it had a store is not a campaign.
        shutil.rmtree(self.kept.campaign, ignore_errors=True)
        self.controller = self.lab.start("run", TINY, "--repetitions", REPETITIONS, "--lab", self.lab.file,
                                         "-o", self.kept.campaign)

    def end_faults(self, now=float("inf")):
        for entry in [entry for entry in self.lasting if entry[0] <= now]:
            self.lasting.remove(entry)
            entry[1].end(self)

    def sleep(self, seconds):
        """Ends faults meanwhile. A controller that has ended is followed by the next one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.end_faults(time.monotonic())
            if self.controller.poll() is not None:
                self.judge_run()
                self.start()
            time.sleep(0.05)

    def judge_run(self):
        """Checks after a controller's end."""
        _, err = self.controller.communicate()
        code = self.controller.returncode
        self.codes[code] = self.codes.get(code, 0) + 1
        self.kept.look()
        why = [line for line in err.splitlines() if line.startswith("seawind: ")]
        self.say(f"     run ended with {code}, {len(self.kept.finished)} done: {' '.join(why)}")
        # 3: a host is not there, or its last controller's lease has not ended, or it was lost too often.
        require(code in (0, -signal.SIGKILL, 3), f"exit code {code}: {err}")
        if code != 0:
            return
        self.kept.look_at_complete(REPETITIONS)
        self.expect_free_hosts()
        shutil.rmtree(self.kept.campaign)
        self.kept = None

    def expect_free_hosts(self):
        """Those without a fault."""
        hosts = set(HOSTS) - {fault.host for _, fault in self.lasting}
        try:
            wait_for(lambda: all(map(self.lab.is_free, hosts)), "free hosts", FREE)
        except AssertionError:
            raise Broken(f"left on the hosts: { {name: self.lab.programs(name) for name in hosts} }") from None

    def blow(self, plan, number, seconds):
        """`number` faults, fewer if the time is over."""
        self.start()
        while sum(self.faults.values()) < number:
            fault = next(plan)
            self.sleep(fault.wait)
            while fault.host is not None and fault.host in (other.host for _, other in self.lasting):
                self.sleep(0.1)
            if time.monotonic() - self.begun > seconds:
                break
            if not fault.begin(self):
                continue
            name = type(fault).__name__.lower()
            self.faults[name] += 1
            self.say(f"{sum(self.faults.values()):4d} {name} {fault.host or ''} {fault.length:.1f} s")
            self.lasting.append((time.monotonic() + fault.length, fault))
        self.end_faults()
        self.expect_recovery()

    def expect_recovery(self):
        """Without faults the campaign completes."""
        deadline = time.monotonic() + 120
        while True:
            try:
                self.controller.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise Broken(f"it does: {(self.kept.campaign / 'live.json').read_text()}") from None
            self.judge_run()
            if self.kept is None:
                return
            require(time.monotonic() < deadline, "the campaign is not completed without faults")
            time.sleep(1)
            self.start()

    def close(self):
        for _, fault in self.lasting:
            with contextlib.suppress(OSError, subprocess.SubprocessError, AssertionError):
                fault.end(self)
        self.lab.close()


def draw(seed):
    """Faults without end."""
    drawing = random.Random(seed)
    while True:
        yield KINDS[drawing.choice(sorted(KINDS))](drawing.randrange(1 << 32))


def main():
    parser = argparse.ArgumentParser(prog="lab_storm", description=__doc__)
    parser.add_argument("--faults", type=int, default=500, help="how many (500)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no fault begins later (no limit)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the faults")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the processes that it has started
    print(f"storm of seed {options.seed}: {options.faults} faults of {', '.join(KINDS)}", flush=True)
    storm = Storm()
    verdict = "all guarantees kept"
    try:
        storm.blow(draw(options.seed), options.faults, options.minutes * 60)
    except Broken as broken:
        verdict = str(broken)
        storm.say(f"BROKEN: {verdict}")
        print("\n".join(f"{name}:\n{storm.lab.log(name)}" for name in HOSTS))
    finally:
        storm.close()
    print(json.dumps({"seed": options.seed, "faults": storm.faults, "campaigns": storm.campaigns,
                      "exit_codes": storm.codes, "seconds": round(time.monotonic() - storm.begun), "verdict": verdict}))
    return 0 if verdict == "all guarantees kept" else 1


if __name__ == "__main__":
    sys.exit(main())
