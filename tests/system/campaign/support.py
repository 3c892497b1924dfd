# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs seawind for system tests and finds all processes it has started."""
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from waiting import within  # noqa: E402

BIN = pathlib.Path(os.environ["SEAWIND_BIN"])
TINY = pathlib.Path(__file__).parent / "configs" / "testsets" / "tiny.yaml"


def handles(pid, number):
    """Whether the process has a handler for the signal."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return int(caught, 16) >> (number - 1) & 1


class Seawind:
    """One test's runs: all its processes carry the same mark in their environment."""

    def __init__(self, **environment):
        self.mark = uuid.uuid4().hex
        self.environment = {**os.environ, **environment, "SEAWIND_TEST_MARK": self.mark}
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="seawind-test-"))
        self.interfaces = sorted(os.listdir("/sys/class/net"))

    def start(self, *arguments, prefix=(), stdout=subprocess.PIPE, stderr=subprocess.PIPE):
        return subprocess.Popen([*prefix, str(BIN / "seawind"), *map(str, arguments)],
                                env=self.environment, stdout=stdout, stderr=stderr, text=True)

    def run(self, *arguments, timeout=120, **keywords):
        process = self.start(*arguments, **keywords)
        out, err = process.communicate(timeout=timeout)
        return process.returncode, out, err

    def close(self):
        """Kills what a failed test has left, and removes the test's files."""
        for pid in self.processes():
            self.signal(pid, signal.SIGKILL)
        shutil.rmtree(self.path, ignore_errors=True)

    def processes(self):
        """pid -> program name of every live process with our mark."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if self.mark.encode() in (entry / "environ").read_bytes():
                    found[int(entry.name)] = os.readlink(entry / "exe").rsplit("/", 1)[-1]
            except OSError:  # ended, or owned by another user
                continue
        return found

    def signal(self, pid, number):
        """Signals a process if its id still belongs to a process of this test. Returns whether it does."""
        try:
            held = os.pidfd_open(pid)
        except ProcessLookupError:
            return False
        try:
            if self.mark.encode() not in pathlib.Path(f"/proc/{pid}/environ").read_bytes():
                return False
            signal.pidfd_send_signal(held, number)
            return True
        except OSError:  # it has ended
            return False
        finally:
            os.close(held)

    def what_is_left(self, patience=10.0):
        """Remaining processes, interfaces and mounted namespaces; waits until there are none."""
        left = []

        def nothing():
            left[:] = self.processes().items()
            left.extend(i for i in os.listdir("/sys/class/net") if i not in self.interfaces)
            mounts = pathlib.Path("/proc/self/mountinfo").read_text()
            left.extend(m for m in mounts.splitlines() if " nsfs " in m and "net:[" in m)
            return not left
        within(patience, nothing)
        return left


def rows(campaign, query):
    connection = sqlite3.connect(f"file:{campaign}/campaign.db?mode=ro", uri=True)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def done(campaign):
    """(case, repetition, attempt) of all finished repetitions, with their rows."""
    return set(rows(campaign, """SELECT r.case_id, r.number, r.attempt_id, a.directory,
                                 a.ended_unix_ns FROM repetition r JOIN attempt a
                                 ON a.id = r.attempt_id WHERE r.state = 'done'"""))


def counts(campaign, workload):
    """repetition -> flow, metric -> value of everything of the workload that is counted in packets."""
    found = {}
    for number, flow, metric, value in rows(campaign, f"""
            SELECT r.number, m.flow, m.metric, m.value FROM repetition r
            JOIN metric m ON m.attempt_id = r.attempt_id JOIN test_case c ON c.id = r.case_id
            WHERE r.state = 'done' AND m.unit = 'packets' AND c.workload = '{workload}'"""):
        found.setdefault(number, {})[flow, metric] = value
    return found


def wait_for(condition, what, patience=30.0):
    if not within(patience, condition):
        raise AssertionError("not within %g s: %s" % (patience, what))


def parse(text):
    return json.loads(text)
