# SPDX-License-Identifier: GPL-3.0-or-later
"""One fault in a command, and the conditions that must hold during and after it. The command is a short campaign
here; commands.py has the others."""
import json
import pathlib
import re
import shutil
import signal
import struct
import sys
import tempfile
import time
import typing
import os

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "campaign"))
from support import Seawind, done, rows  # noqa: E402

TOOLS = pathlib.Path(os.environ["SEAWIND_FAULTS"])
TEST_SET = pathlib.Path(__file__).parents[1] / "campaign" / "configs" / "testsets" / "brief.yaml"
PROGRAMS = ["seawind", "holder", "guard", "seawindd", "seawind-agent", "seawind-workload"]
REPETITIONS = 2
LONGEST = 400.0  # seconds for a run: many time-outs of 20 s may follow each other
LONGEST_STOP = 60.0  # from the request to the end
CRASH = re.compile(r"(?:killed|ended) by signal (?:4|6|7|8|11)\b|terminate called|Segmentation")

# gRPC ends its program if one of these fails. The controller survives the loss of a daemon or agent; after
# the loss of the controller, `resume` continues.
LIBRARYS_OWN = ("clone", "clone3", "mmap", "epoll_create1", "epoll_ctl", "eventfd2")
# At the controller's end gRPC waits without limit for a thread that could not be started: "Waiting for thread
# pool to idle before shutting down".
LIBRARY_WAITS = (("seawind", "clone"), ("seawind", "clone3"), ("seawind", "mmap"))


# The arguments: the room, a folder, an empty folder, the command. The command finds a file system in place of the
# folder, with its content and so much room in KiB; afterwards the empty folder has the content.
FULL_DISK = """set -e
room=$1 folder=$2 empty=$3; shift 3
cp -a "$folder/." "$empty/"
used=$(du -sk --apparent-size "$empty" | cut -f 1)
files=$(find "$empty" | wc -l)
mount -t tmpfs -o "size=$((used + 4 * files + room))k,mode=711" none "$folder"
cp -a "$empty/." "$folder/"
code=0; "$@" || code=$?
find "$empty" -mindepth 1 -delete
cp -a "$folder/." "$empty/"
umount "$folder"
exit $code"""
DISK_STEP = 32  # KiB


class Fault(typing.NamedTuple):
    command: str  # run, exec, report, export
    program: str
    call: str  # as syscall_faults has it, "memory" or "disk"
    at: int  # the use of the call; the room on the disk in DISK_STEP
    how: str  # once, lasting, kill

    def __str__(self):
        words = (self.program, *self.call.split(":"), self.at, self.how)
        return f"{self.command}/{':'.join(map(str, words))}"


def fault_of(text):
    """The reverse of str(): COMMAND/PROGRAM:CALL[:ON]:N:once|lasting|kill."""
    command, words = text.split("/")
    program, *call, at, how = words.split(":")
    return Fault(command, program, ":".join(call), int(at), how)


class Trial:
    """A campaign under a fault, then without it. `problems`: the violated conditions."""
    codes = (0, 1, 2, 3, 130)  # documented exit codes
    own = ()  # names of further files of the trial

    def __init__(self, fault, patience=LONGEST):
        self.fault = fault
        self.patience = patience  # seconds until the campaign is requested to end
        self.seawind = Seawind()
        self.campaign = self.seawind.path / "campaign"
        self.runtime = self.seawind.path / "runtime"
        self.runtime.mkdir(mode=0o700)
        self.seawind.environment["XDG_RUNTIME_DIR"] = str(self.runtime)
        self.uses = self.seawind.path / "uses"
        self.problems = []
        self.paused = False
        self.killed = False
        self.happened = False
        self.said = ""
        self.took = 0.0

    def run(self):
        begun = time.monotonic()
        try:
            self.prepare()
            code = self.first_run()
            self.check_end(code)
            self.check_left("under the fault")
            self.check_after(code)
            self.check_left("afterwards")
            self.check_runtime()
            if left := [p.name for p in self.seawind.path.iterdir() if p.name not in
                        ("campaign", "next", "runtime", "uses", "out", "err", *self.own)]:
                self.problems.append(f"left beside the campaign: {left}")
        finally:
            self.seawind.close()
        self.took = time.monotonic() - begun
        return self

    def prepare(self):
        """Before the fault."""

    def arguments(self):
        """The command that has the fault."""
        return ("run", TEST_SET, "-o", self.campaign)

    def check_after(self, _code):
        """Without the fault the campaign is complete."""
        before = self.finished()
        failed = self.failed()
        code = self.second_run()
        if code != (1 if failed else 0):
            self.problems.append(f"without the fault the campaign ends with {code}: {self.said}")
        self.check_store(before)

    def first_run(self):
        if self.fault.call == "memory":
            prefix = ("env", f"LD_PRELOAD={TOOLS / 'libfault_memory.so'}",
                      f"SEAWIND_FAULT_USES={self.uses}",
                      f"SEAWIND_FAULT_MEMORY={self.fault.program}:{self.fault.at}:{self.fault.how}")
        elif self.fault.call == "disk":
            return self.on_a_full_disk()
        elif self.fault.call == "count":
            prefix = (TOOLS / "syscall_faults", "--count", self.uses)
        else:
            prefix = (TOOLS / "syscall_faults", "--fail", self.uses, self.fault.program,
                      self.fault.call, str(self.fault.at), self.fault.how)
        code = self.run_once(self.arguments(), prefix)
        self.happened = self.count() >= self.fault.at
        return code

    def on_a_full_disk(self):
        """The first run, with little room."""
        empty = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        own = [] if os.geteuid() == 0 else ["--map-root-user"]
        try:
            code = self.run_once(self.arguments(), ("unshare", "--mount", *own, "sh", "-c", FULL_DISK, "sh",
                                                    str(self.fault.at * DISK_STEP), self.seawind.path, empty))
            for entry in self.seawind.path.iterdir():
                if entry.name not in ("out", "err"):
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            for entry in empty.iterdir():
                if entry.name not in ("out", "err"):
                    shutil.move(entry, self.seawind.path)
        finally:
            shutil.rmtree(empty, ignore_errors=True)
        self.happened = True
        return code

    def second_run(self):
        verb = ("resume", self.campaign)
        if not (self.campaign / "campaign.db").exists():
            verb = ("run", TEST_SET, "-o", self.campaign)
        return self.run_once(verb)

    def run_once(self, arguments, prefix=()):
        with (open(self.seawind.path / "out", "w") as out, open(self.seawind.path / "err", "w") as err):
            process = self.seawind.start(*arguments, prefix=prefix, stdout=out, stderr=err)
            self.wait(process)
        self.said = (self.seawind.path / "err").read_text(errors="replace")
        return process.returncode

    def wait(self, process):
        """Ends a paused campaign; a campaign that neither ends nor pauses hangs."""
        begun = time.monotonic()
        deadline = begun + LONGEST
        asked = False
        while process.poll() is None:
            if not asked and (self.is_paused() or time.monotonic() > begun + self.patience):
                self.paused = asked = True
                deadline = time.monotonic() + LONGEST_STOP
                process.send_signal(signal.SIGINT)
            if time.monotonic() > deadline:
                if (self.fault.program, self.fault.call) not in LIBRARY_WAITS:
                    self.problems.append("hangs: %s" % self.seawind.processes())
                self.killed = True
                for pid in self.seawind.processes():
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                process.wait()
                return
            time.sleep(0.02)

    def is_paused(self):
        try:
            return json.loads((self.campaign / "live.json").read_text())["state"] != "running"
        except (OSError, ValueError, KeyError):
            return False

    def count(self):
        """How often the call was used."""
        if self.fault.call == "disk":
            return self.fault.at
        if not self.uses.exists():
            return 0
        if self.fault.call == "memory":
            return struct.unpack("L", self.uses.read_bytes())[0]
        return sum(uses for program, call, uses in self.counts()
                   if (program, call) == (self.fault.program, self.fault.call))

    def counts(self):
        for line in self.uses.read_text().splitlines():
            program, call, uses = line.rsplit(" ", 2)
            yield program, call, int(uses)

    def check_end(self, code):
        aborts = self.fault.call in ("memory", *LIBRARYS_OWN)
        killed = self.killed or (self.fault.how == "kill" and code == 128 + signal.SIGKILL)
        if code not in self.codes and not killed and not (aborts and code in (3, -6, 134)):
            self.problems.append(f"ends with {code}: {self.said}")
        if code == 130 and not self.paused:
            self.problems.append("ends as interrupted though nobody interrupted it")
        mute = (self.fault.program, self.fault.call) == ("seawind", "write:file")  # so is stderr
        mute = mute or (code == 130 and self.paused and self.fault.command == "exec")  # as documented
        if code != self.codes[0] and not self.said.strip() and not mute and not killed:
            self.problems.append(f"ends with {code} and does not say why")
        if self.fault.call == "memory" or (aborts and "terminate called" not in self.said):
            return  # a library may end its program when there is no memory; it must not hang
        reasons = [] if not self.has_store() else [
            row[0] for row in rows(self.campaign, "SELECT reason FROM attempt")]
        logs = [log.read_text(errors="replace") for log in self.campaign.glob("logs/*")]
        texts = (self.said, *reasons, *logs)
        for program, call, uses in self.counts() if self.uses.exists() else ():
            if call == "abort":
                self.problems.append(f"{program} aborts")
        for text in texts:
            if found := CRASH.search(text):
                start = max(0, found.start() - 300)
                self.problems.append(f"a program crashes: {text[start:found.end() + 200]}")
                break

    def has_store(self):
        return (self.campaign / "campaign.db").exists()

    def finished(self):
        return done(self.campaign) if self.has_store() else set()

    def failed(self):
        return self.has_store() and rows(
            self.campaign, "SELECT count(*) FROM repetition WHERE state = 'failed'")[0][0]

    def check_store(self, before):
        if not self.has_store():
            self.problems.append("there is no campaign afterwards")
            return
        if (whole := rows(self.campaign, "PRAGMA integrity_check")) != [("ok",)]:
            self.problems.append(f"the store is damaged: {whole}")
        now = done(self.campaign)
        if not before <= now:
            self.problems.append("a finished repetition was lost or run again")
        if len(now) + self.failed() != REPETITIONS:
            self.problems.append(f"{len(now)} of {REPETITIONS} repetitions are done")
        kept = {row[0] for row in rows(self.campaign, "SELECT directory FROM attempt")}
        found = {str(p.relative_to(self.campaign))
                 for p in (self.campaign / "attempts").glob("*/*")}
        if kept != found:
            self.problems.append(f"attempts {sorted(kept)}, directories {sorted(found)}")
        for row in now:
            if not (self.campaign / row[3] / "verdict.json").exists():
                self.problems.append(f"{row[3]} is not whole")

    def check_runtime(self):
        """The next run removes what a run could not remove."""
        if list(self.runtime.iterdir()):
            self.run_once(("run", TEST_SET, "-o", self.seawind.path / "next", "--repetitions", 1))
        if left := list(self.runtime.iterdir()):
            self.problems.append(f"left in the runtime directory: {left}")

    def check_left(self, when):
        if left := self.seawind.what_is_left():
            self.problems.append(f"left behind {when}: {left}")
