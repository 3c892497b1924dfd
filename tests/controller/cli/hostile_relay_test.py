#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`seawind link` on a campaign whose relay socket belongs to a program other than seawindd."""
import concurrent.futures
import fcntl
import hashlib
import json
import os
import pathlib
import socket
import sqlite3
import struct
import subprocess
import tempfile
import threading
import time
import unittest

from cli_support import BIN, CONFIGS

SETTINGS = b"\0\0\0\4\0\0\0\0\0"  # an empty SETTINGS frame: enough for an HTTP/2 connection
VERBS = (["show"], ["watch"], ["change", "--outage", "1s"])


def mute(connection):
    connection.recv(1)


def settings(connection):
    connection.sendall(SETTINGS)
    while connection.recv(4096):
        pass


def noise(connection):
    while True:
        connection.sendall(b"\x1b[31m" * 1000)


class Campaign:
    """A campaign directory whose controller, this program, runs, with one repetition in slot 0."""

    def __init__(self, folder, behave):
        self.folder = pathlib.Path(folder)
        relay = self.folder / "relay.sock"
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(relay))
        self.server.listen(16)
        threading.Thread(target=self.serve, args=(behave,), daemon=True).start()
        self.lock = open(self.folder / "campaign.lock", "w")
        fcntl.fcntl(self.lock, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        now = time.time_ns()
        slot = {"slot": 0, "case_index": 0, "case": "a/b/c/d", "repetition": 0, "attempt": 1, "phase": "running",
                "since_unix_ns": now, "expected_end_unix_ns": 0, "link": "slot-0", "directory": "work/x"}
        live = {"version": 1, "pid": os.getpid(), "state": "running", "waiting": "", "started_unix_ns": now,
                "updated_unix_ns": now, "allowed": 1, "pending": 0, "done": 0, "failed": 0, "elapsed_s": 1.0,
                "remaining_s": -1.0, "lateness_p999_ns": 0, "relay": str(relay), "slots": [slot], "tasks": []}
        (self.folder / "work/x").mkdir(parents=True)
        db = sqlite3.connect(self.folder / "campaign.db")
        db.executescript((CONFIGS.parent / "controller/store/schema.sql").read_text())
        db.execute("INSERT INTO campaign VALUES (1, 'c', 't.yaml', ?, 1, '0.1', '{}', 0)",
                   (hashlib.sha256(b"{}").hexdigest(),))
        db.commit()
        db.close()
        (self.folder / "resolved.json").write_text("{}")
        (self.folder / "live.json").write_text(json.dumps(live))

    def serve(self, behave):
        def one(connection):
            try:
                behave(connection)
            except OSError:
                pass

        while True:
            connection, _ = self.server.accept()
            threading.Thread(target=one, args=(connection,), daemon=True).start()


class HostileRelay(unittest.TestCase):
    def test_every_verb_ends_with_an_error(self):
        with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor() as pool:
            runs = []
            for behave in (mute, settings, noise):
                folder = pathlib.Path(scratch) / behave.__name__
                folder.mkdir()
                campaign = Campaign(folder, behave)
                for verb in VERBS:
                    command = [BIN / "seawind", "link", verb[0], folder, "--slot", "0", *verb[1:]]
                    runs.append((campaign, verb, pool.submit(
                        subprocess.run, command, capture_output=True, text=True, timeout=60)))
            for campaign, verb, run in runs:
                with self.subTest(campaign.folder.name, verb=verb[0]):
                    done = run.result()
                    self.assertEqual(done.returncode, 3, done.stderr)
                    self.assertRegex(done.stderr, "^seawind: cannot .* of slot 0: ")
                    self.assertNotIn("\x1b", done.stderr)


if __name__ == "__main__":
    unittest.main()
