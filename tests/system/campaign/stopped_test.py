# SPDX-License-Identifier: GPL-3.0-or-later
"""SIGSTOP of every program of a running campaign: Ctrl-C still ends it within seconds, and nothing is
left behind. All cases run at the same time, because each has its own processes. SIGUSR1 and SIGUSR2 have no
effect."""
import concurrent.futures
import ctypes
import fcntl
import os
import pathlib
import signal
import stat
import subprocess
import termios
import time
import unittest

from support import TINY, Seawind, done, wait_for

HOLDERS = ("outer holder", "inner holder")
CALLED = ("inner holder", "seawindd", "seawind-agent")  # the others only report
PIDFD_GETFD = 438
PATIENCE = 15.0  # s; it takes 2, but the machine may be busy
UNCALLED = 0.5  # s; requests follow each other faster, but for the one that waits for the flows' ends


def parent_of(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def find(seawind, controller, what):
    """The pid of one such process, or None."""
    for pid, program in seawind.processes().items():
        try:
            holder = b"testbed-holder" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
            outer = holder and parent_of(pid) == controller
        except OSError:
            continue
        if what == program and not holder and pid != controller:
            return pid
        if holder and what == HOLDERS[0 if outer else 1]:
            return pid
    return None


def is_stopped(pid):
    """Whether every thread of the process has stopped, which takes a moment after SIGSTOP."""
    return {(thread / "stat").read_text().rsplit(")", 1)[1].split()[0]
            for thread in pathlib.Path(f"/proc/{pid}/task").iterdir()} == {"T"}


def has_unread(pid):
    """Whether bytes wait for the process in one of its sockets."""
    held = os.pidfd_open(pid)
    try:
        for number in map(int, os.listdir(f"/proc/{pid}/fd")):
            copy = ctypes.CDLL(None, use_errno=True).syscall(PIDFD_GETFD, held, number, 0)
            if copy < 0:
                continue
            try:
                waiting = fcntl.ioctl(copy, termios.FIONREAD, b"\0\0\0\0")
                if stat.S_ISSOCK(os.fstat(copy).st_mode) and any(waiting):
                    return True
            except OSError:  # not of this kind
                pass
            finally:
                os.close(copy)
        return False
    finally:
        os.close(held)


def stop_one(what):
    """The problems after `what` was stopped and the campaign interrupted."""
    seawind = Seawind()
    try:
        campaign = seawind.path / "c"
        # In a user namespace every repetition needs a new slot of the holder.
        process = seawind.start("run", TINY, "-o", campaign, "--repetitions", 200, "--parallel", 2,
                                prefix=("unshare", "-r") if what in HOLDERS else ())
        wait_for(lambda: (campaign / "campaign.db").exists() and done(campaign), "a repetition", 60)
        pid = None
        since = 0.0

        def stopped():
            """Stops such a process, and another when that one has been replaced; then whether it is called. A
            process that was stopped inside a call has read its request: it goes on and is stopped again."""
            nonlocal pid, since
            try:
                if pid is None:
                    pid = find(seawind, process.pid, what)
                    if pid is not None:
                        os.kill(pid, signal.SIGSTOP)
                        since = time.monotonic()
                if pid is None or not is_stopped(pid):
                    return False
                if what not in CALLED or has_unread(pid):
                    return True
                if time.monotonic() > since + UNCALLED:
                    os.kill(pid, signal.SIGCONT)
                    pid = None
            except OSError:  # it has ended
                pid = None
            return False
        wait_for(stopped, f"{what} stopped, with a request that it does not answer")
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return [f"does not end within {PATIENCE} s"]
        left = seawind.what_is_left()
        return [] if (process.returncode, left) == (130, []) else [process.returncode, left, errors]
    finally:
        seawind.close()


class StoppedTest(unittest.TestCase):
    def test_an_interrupt_ends_it_whatever_has_been_stopped(self):
        everything = (*HOLDERS, "seawindd", "seawind-agent", "seawind-workload")
        with concurrent.futures.ThreadPoolExecutor(len(everything)) as pool:
            for what, wrong in zip(everything, pool.map(stop_one, everything)):
                with self.subTest(what):
                    self.assertEqual([], wrong)

    def test_user_signals_have_no_effect(self):
        seawind = Seawind()
        self.addCleanup(seawind.close)
        campaign = seawind.path / "c"
        process = seawind.start("run", TINY, "-o", campaign, "--repetitions", 200, "--parallel", 2)
        wait_for(lambda: (campaign / "campaign.db").exists() and done(campaign), "a repetition", 60)
        process.send_signal(signal.SIGUSR1)
        process.send_signal(signal.SIGUSR2)
        before = len(done(campaign))
        wait_for(lambda: len(done(campaign)) > before + 2, "further repetitions", 60)
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual((130, []), (process.returncode, seawind.what_is_left()), errors)


if __name__ == "__main__":
    unittest.main()
