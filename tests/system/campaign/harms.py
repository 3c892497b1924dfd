# SPDX-License-Identifier: GPL-3.0-or-later
"""The harms of a storm. A harm begins, may last, and is undone by end(). Its target is drawn from its seed.
Signals go to processes of the storm's own campaign only."""
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys

from storms import Harm

ROLES = ("controller", "outer holder", "inner holder", "seawindd", "seawind-agent", "seawind-workload")
BUSY = "import time\nend = time.monotonic() + {seconds}\nwhile time.monotonic() < end: pass"
EATER = """import resource, sys
size = {size}
resource.setrlimit(resource.RLIMIT_AS, (size + (256 << 20),) * 2)
eaten = bytearray(b"x") * size
sys.stdin.read()"""


def available_memory():
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return 0


class Kill(Harm):
    """SIGKILL of one process. A controller, whose death ends a run, is as likely as any other kind of process."""

    def begin(self, storm):
        role = self.random.choice(("controller",) + ROLES)
        pid = storm.process(role, self.random)
        return f"{role} {pid}" if pid and storm.seawind.signal(pid, signal.SIGKILL) else None


class Stop(Harm):
    """SIGSTOP of one process, SIGCONT some time later."""
    shortest, longest = 0.05, 2.5

    def begin(self, storm):
        role = self.random.choice(ROLES)
        self.pid = storm.process(role, self.random)
        return f"{role} {self.pid}" if self.pid and storm.seawind.signal(self.pid, signal.SIGSTOP) else None

    def end(self, storm):
        there = storm.seawind.signal(self.pid, signal.SIGCONT)
        return f"process {self.pid} goes on" if there else f"process {self.pid} has gone"


class Interface(Harm):
    """An interface of the relay or of a host is taken down, and up again."""
    shortest, longest = 0.05, 1.0
    removes = False

    def begin(self, storm):
        role = self.random.choice(("seawindd", "seawind-agent"))
        pid = storm.process(role, self.random)
        if not pid:
            return None
        self.enter = ["nsenter", "-t", str(pid), "-n"]
        if os.readlink(f"/proc/{pid}/ns/user") != os.readlink("/proc/self/ns/user"):
            self.enter += ["-U", "--preserve-credentials"]
        listed = self.ip("-o", "link").stdout.splitlines()
        names = [name for name in (line.split()[1].rstrip(":").split("@")[0] for line in listed) if name != "lo"]
        if not names:
            return None
        self.name = self.random.choice(sorted(names))
        change = ("link", "delete", self.name) if self.removes else ("link", "set", self.name, "down")
        failed = self.ip(*change).returncode
        return None if failed else f"{self.name} of {role} {pid}"

    def ip(self, *arguments):
        return subprocess.run([*self.enter, "ip", *arguments], capture_output=True, text=True, check=False)

    def end(self, storm):
        return f"{self.name} up" if not self.ip("link", "set", self.name, "up").returncode else f"{self.name} is gone"


class Removal(Interface):
    """An interface of the relay or of a host is removed permanently."""
    shortest, longest = 0.0, 0.0
    removes = True


class Clock(Harm):
    """The wall clock as the campaign's programs read it is an hour ahead or behind for a while, by libfaketime,
    which reads its setting once a second. The kernel's stamps of packets do not change, so the relay detects the difference."""
    shortest, longest = 1.2, 3.0
    alone = True

    def begin(self, storm):
        step = self.random.choice(("+1h", "-1h"))
        storm.clock.write_text(step + "\n")
        return step

    def end(self, storm):
        storm.clock.write_text("+0\n")
        return "back"


class Disk(Harm):
    """The file system of the campaign is full."""
    shortest, longest = 0.3, 2.5
    alone = True

    def begin(self, storm):
        self.file = storm.home / "filler"
        with open(self.file, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                pass
        return f"{self.file.stat().st_size} B"

    def end(self, storm):
        self.file.unlink()
        return "room again"


class Lock(Harm):
    """A reader holds the store's write lock."""
    shortest, longest = 0.3, 3.0
    alone = True

    def begin(self, storm):
        if not storm.kept.has_store():
            return None
        self.connection = sqlite3.connect(storm.kept.campaign / "campaign.db", timeout=5, isolation_level=None)
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            self.connection.close()
            return None
        return "store locked"

    def end(self, storm):
        self.connection.rollback()
        self.connection.close()
        return "store unlocked"


class Memory(Harm):
    """A neighbour holds a quarter of the memory that is available, 1 GiB at most."""
    shortest, longest = 0.5, 2.0

    def begin(self, storm):
        size = min(1 << 30, available_memory() // 4)
        self.eater = subprocess.Popen([sys.executable, "-c", EATER.format(size=size)], stdin=subprocess.PIPE)
        return f"{size >> 20} MiB"

    def end(self, storm):
        self.eater.stdin.close()
        self.eater.wait(30)
        return "given back"


class Cpu(Harm):
    """Two processes at normal priority per processor compute all the time."""
    shortest, longest = 0.5, 2.0

    def begin(self, storm):
        command = [sys.executable, "-c", BUSY.format(seconds=self.length)]
        self.busy = [subprocess.Popen(command) for _ in range(2 * os.cpu_count())]
        return f"{len(self.busy)} busy for {self.length:.1f} s"

    def end(self, storm):
        for process in self.busy:
            process.wait(60)
        return "idle"


KINDS = {kind.__name__.lower(): kind
         for kind in (Kill, Stop, Interface, Removal, Clock, Disk, Lock, Memory, Cpu)}


def draw(kinds, kills, others, seed):
    """The harms of a storm in their order: `kills` of kind kill, `others` of every other kind."""
    drawing = random.Random(seed)
    names = [kind for kind in kinds for _ in range(kills if kind == "kill" else others)]
    drawing.shuffle(names)
    return [KINDS[name](drawing.randrange(1 << 32)) for name in names]
