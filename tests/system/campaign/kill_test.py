# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 of controller, daemon and agents at random moments: nothing is left behind, nothing that is
done is lost or run twice, and `seawind resume` completes the campaign."""
import os
import random
import signal
import sys
import time
import unittest

from support import TINY, Seawind, done, rows

KILLS = int(os.environ.get("SEAWIND_KILLS", "50"))
REPETITIONS = 24


class KillTest(unittest.TestCase):
    def setUp(self):
        self.seed = random.randrange(1 << 32)
        self.random = random.Random(self.seed)
        print("seed", self.seed, file=sys.stderr)
        self.seawind = Seawind()
        self.campaign = None
        self.finished = set()
        self.kills = {"seawind": 0, "seawindd": 0, "seawind-agent": 0}
        self.campaigns = 0

    def tearDown(self):
        self.seawind.close()

    def start(self):
        if self.campaign and (self.campaign / "campaign.db").exists():
            return self.seawind.start("resume", self.campaign)
        if not self.campaign:
            self.campaigns += 1
            self.campaign = self.seawind.path / str(self.campaigns)
            self.finished = set()
        return self.seawind.start("run", TINY, "-o", self.campaign, "--repetitions", REPETITIONS)

    def check_store(self):
        if not (self.campaign / "campaign.db").exists():
            return
        now = done(self.campaign)
        self.assertLessEqual(self.finished, now, "a finished repetition was lost or run again")
        self.finished = now
        for row in now:
            self.assertTrue((self.campaign / row[3] / "verdict.json").exists(), row)

    def check_complete(self):
        self.check_store()
        self.assertEqual(len(self.finished), REPETITIONS)
        self.assertEqual([], rows(self.campaign, """SELECT case_id, number FROM attempt
            WHERE verdict = 'valid' GROUP BY case_id, number HAVING count(*) > 1"""))
        kept = {row[0] for row in rows(self.campaign, "SELECT directory FROM attempt")}
        found = {str(p.relative_to(self.campaign))
                 for p in (self.campaign / "attempts").glob("*/*")}
        self.assertEqual(kept, found)
        self.campaign = None

    def kill_one(self, controller):
        """Kills a random program; which one, or nothing when there was none."""
        name = self.random.choice(["seawind", "seawind", "seawindd", "seawind-agent"])
        if name == "seawind":
            controller.kill()
            self.kills[name] += 1
            return name
        pids = [pid for pid, program in self.seawind.processes().items() if program == name]
        if pids:
            try:
                os.kill(self.random.choice(pids), signal.SIGKILL)
                self.kills[name] += 1
            except ProcessLookupError:
                return None
        return name if pids else None

    def run_until_killed_or_ended(self, most):
        controller = self.start()
        while sum(self.kills.values()) < most and controller.poll() is None:
            time.sleep(self.random.uniform(0.0, 0.8))
            if controller.poll() is None and self.kill_one(controller) == "seawind":
                break
        _, errors = controller.communicate(timeout=120)
        self.assertEqual([], self.seawind.what_is_left(), "left behind")
        if controller.returncode == 0:
            self.check_complete()
        else:
            # 3: more losses in a row than it puts up with.
            self.assertIn(controller.returncode, (-signal.SIGKILL, 3), errors)
            self.check_store()

    def test_random_kills(self):
        while sum(self.kills.values()) < KILLS:
            self.run_until_killed_or_ended(KILLS)
        while self.campaign:
            self.run_until_killed_or_ended(0)
        print(self.kills, self.campaigns, "campaigns", file=sys.stderr)
        for program, kills in self.kills.items():
            self.assertGreater(kills, 0, program)


if __name__ == "__main__":
    unittest.main()
