# SPDX-License-Identifier: GPL-3.0-or-later
"""A campaign waits for free disk space and for its store, and continues without a command."""
import contextlib
import pathlib
import sqlite3
import time
import unittest

from support import TINY, Seawind, done, parse, rows, wait_for

PATIENCE = 90  # seconds, on a loaded machine


class WaitingTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()

    def tearDown(self):
        self.seawind.close()

    def status(self, campaign):
        """The output of `seawind status`; {} if there is none."""
        code, out, _ = self.seawind.run("status", campaign, "--json")
        return parse(out) if code == 0 else {}

    def live(self, campaign):
        return self.status(campaign).get("live") or {}

    def finish(self, process):
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, err)
        self.assertIn("no new repetition starts", err)
        return err

    def test_messages_that_cannot_be_written_change_nothing(self):
        campaign = self.seawind.path / "c"
        process = self.seawind.start("run", TINY, "-o", campaign, prefix=["sh", "-c", 'exec "$0" "$@" 2>/dev/full'])
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.status(campaign)["pending"], 0)

    def test_full_disk(self):
        """In a mount namespace with a small file system."""
        disk = self.seawind.path / "disk"
        disk.mkdir()
        script = (f"mount -t tmpfs -o size=40M none {disk} && "
                  f"\"$0\" run {TINY} -o {disk}/c --repetitions 30; code=$?; "
                  f"cp -r {disk}/c {self.seawind.path}/kept; exit $code")
        process = self.seawind.start(prefix=["unshare", "-rm", "sh", "-c", script])
        inside = pathlib.Path(f"/proc/{process.pid}/root{disk}")
        wait_for(lambda: self.status(inside / "c").get("done"), "the first repetition", PATIENCE)
        with contextlib.suppress(OSError), open(inside / "ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(1 << 12))
        wait_for(lambda: self.live(inside / "c").get("waiting", "").startswith("waiting for room: ")
                 and not self.live(inside / "c")["slots"], "a campaign that waits for room", PATIENCE)
        code, out, _ = self.seawind.run("status", inside / "c")
        self.assertEqual(code, 0)
        self.assertIn("running, waiting for room: ", out)
        self.assertLess(self.status(inside / "c")["done"], 30)
        (inside / "ballast").unlink()
        err = self.finish(process)
        self.assertIn("waiting for room: ", err)
        kept = self.seawind.path / "kept"
        self.assertEqual(len(done(kept)), 30)
        self.assertEqual(rows(kept, "PRAGMA integrity_check"), [("ok",)])
        self.assertEqual([], rows(kept, "SELECT reason FROM attempt WHERE verdict <> 'valid' AND "
                                  "cause NOT IN ('no room', 'limit')"))  # a busy machine is late
        for row in done(kept):
            self.assertTrue((kept / row[3] / "verdict.json").exists())

    def test_locked_store(self):
        campaign = self.seawind.path / "c"
        process = self.seawind.start("run", TINY, "-o", campaign, "--repetitions", 12)
        wait_for(lambda: (campaign / "campaign.db").exists() and done(campaign),
                 "the first repetition", PATIENCE)
        with contextlib.closing(sqlite3.connect(campaign / "campaign.db", timeout=30,
                                                isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = "waiting for the store, locked by another process"
            wait_for(lambda: self.live(campaign).get("waiting") == waiting,
                     "a campaign that waits for its store", PATIENCE)
            before = done(campaign)
            time.sleep(3)  # it tries again each second
            self.assertEqual(before, done(campaign))
            self.assertIsNone(process.poll())
            other.execute("ROLLBACK")
        err = self.finish(process)
        self.assertIn(waiting, err)
        self.assertEqual(len(done(campaign)), 12)
        self.assertEqual([], rows(campaign, "SELECT reason FROM attempt WHERE verdict <> 'valid' AND "
                                  "cause <> 'limit'"))  # a busy machine is late


if __name__ == "__main__":
    unittest.main()
