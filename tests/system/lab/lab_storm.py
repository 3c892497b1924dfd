# SPDX-License-Identifier: GPL-3.0-or-later
"""A storm over a laboratory: campaigns one after the other, with faults of hosts, services, cables and the controller in
an order determined by the seed. `seawind resume` completes every campaign: no finished repetition is lost, run again or
changed, the store is whole, and the hosts are as before."""
import argparse
import os
import random
import signal
import subprocess
import sys
import time

from lab_support import HOSTS, Lab

import storms
from kept import Broken, require
from support import TINY, wait_for

# s until the hosts are free: the lease of a controller that the network does not reach any more, and what ends then.
FREE = 60


class Fault(storms.Harm):
    """One fault, of a host that has no other."""
    shortest, longest = 0.2, 3.0
    power = 3  # so that repetitions finish between the long ones
    patience = 4.0

    def __init__(self, seed):
        super().__init__(seed)
        self.host = self.random.choice(HOSTS)

    def begin(self, storm):
        return f"{self.host or ''} {self.length:.1f} s" if self.strike(storm) else None

    def strike(self, storm):
        """Returns False if there was no target."""
        raise NotImplementedError


class Service(Fault):
    """SIGKILL of a host's service, which comes back some time later."""

    def strike(self, storm):
        os.kill(storm.lab.service_pid(self.host), signal.SIGKILL)
        storm.lab.services[self.host].wait()
        return True

    def end(self, storm):
        storm.lab.serve(self.host)


class Stop(Fault):
    """SIGSTOP of a host's service, SIGCONT some time later."""
    shortest, longest = 1.0, 20.0

    def strike(self, storm):
        self.pid = storm.lab.service_pid(self.host)
        os.kill(self.pid, signal.SIGSTOP)
        return True

    def end(self, storm):
        os.kill(self.pid, signal.SIGCONT)
        storm.lab.services[self.host].send_signal(signal.SIGCONT)  # nsenter, which stops with its child


class Program(Fault):
    """SIGKILL of a program that the service of a host has started."""
    longest = 0.2

    def strike(self, storm):
        service = storm.lab.service_pid(self.host)
        found = sorted(pid for pid in storm.lab.programs_of(self.host) if pid != service)
        return bool(found) and storm.lab.seawind.signal(self.random.choice(found), signal.SIGKILL)


class Reboot(Fault):
    """A host is gone with its namespaces, and boots some time later."""

    def strike(self, storm):
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

    def strike(self, storm):
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

    def strike(self, storm):
        return any([storm.lab.seawind.signal(pid, signal.SIGKILL) for pid in storm.lab.programs_of("controller")])


KINDS = {kind.__name__.lower(): kind for kind in (Service, Stop, Program, Reboot, Cut, Controller)}


class Storm(storms.Storm):
    def __init__(self):
        self.lab = Lab()
        super().__init__(KINDS, self.lab.start, self.lab.path,
                         ("run", TINY, "--repetitions", storms.REPETITIONS, "--lab", self.lab.file))

    def sleep(self, seconds):
        """Ends faults meanwhile. A controller that has ended is followed by the next one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.end_harms(time.monotonic())
            if self.controller.poll() is not None:
                self.judge_run()
                self.start()
            time.sleep(0.05)

    def judge_run(self):
        _, err = self.controller.communicate()
        self.judge(err)

    def look_at_complete(self):
        super().look_at_complete()
        self.expect_free_hosts()

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
        while sum(self.done_to.values()) < number:
            fault = next(plan)
            self.sleep(fault.wait)
            while fault.host is not None and fault.host in (other.host for _, other in self.lasting):
                self.sleep(0.1)
            if time.monotonic() - self.begun > seconds:
                break
            self.begin(fault)
        self.end_harms()
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

    def show_logs(self):
        print("\n".join(f"{name}:\n{self.lab.log(name)}" for name in HOSTS))

    def close(self):
        super().close()
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
    return Storm().run(options.seed, draw(options.seed), options.faults, options.minutes * 60)


if __name__ == "__main__":
    sys.exit(main())
