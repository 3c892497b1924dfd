# SPDX-License-Identifier: GPL-3.0-or-later
"""A campaign is paused, continued, watched, changed by hand and ended from the command line."""
import json
import pathlib
import unittest

from support import TINY, Seawind, done, parse, rows, wait_for

LONG = pathlib.Path(__file__).parent / "configs" / "testsets" / "long.yaml"


class LiveTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()
        self.campaign = self.seawind.path / "c"

    def tearDown(self):
        self.seawind.close()

    def start(self, test_set, *more):
        process = self.seawind.start("run", test_set, "-o", self.campaign, *more)
        wait_for(self.runs, "a repetition that runs")
        return process

    def say(self, *arguments):
        """Runs a command that must succeed; returns its JSON output."""
        code, out, err = self.seawind.run(*arguments, "--json")
        self.assertEqual(code, 0, err + out)
        return parse(out)

    def live(self):
        try:
            return json.loads((self.campaign / "live.json").read_text())
        except FileNotFoundError:
            return None

    def runs(self):
        live = self.live()
        return live and live["slots"] and live["slots"][0]["phase"] == "running"

    def test_pauses_goes_on_and_finishes(self):
        process = self.start(TINY, "--repetitions", 60)
        said = self.say("pause", self.campaign)
        self.assertEqual((said["answer"], said["state"]), ("taken", "paused"))
        wait_for(lambda: self.live()["slots"] == [], "the end of what ran")
        so_far = len(done(self.campaign))
        self.assertGreater(so_far, 0)
        status = self.say("status", self.campaign)
        self.assertTrue(status["running"])
        self.assertEqual((status["live"]["state"], status["live"]["done"], status["live"]["pending"]),
                         ("paused", so_far, 60 - so_far))
        code, out, _ = self.seawind.run("status", self.campaign)
        self.assertEqual(code, 0)
        self.assertIn("paused; 0 running, at most 4", out)

        self.assertEqual(self.say("continue", self.campaign)["state"], "running")
        wait_for(lambda: len(done(self.campaign)) > so_far, "it to go on")
        self.say("stop", self.campaign, "--after-current")
        _, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("paused; ", err)
        self.assertIn(f"continue with `seawind resume {self.campaign}`", err)
        # Repetitions that ran at the request are done: none was aborted.
        self.assertEqual([], rows(self.campaign, "SELECT reason FROM attempt WHERE verdict <> 'valid' AND "
                                  "cause <> 'limit'"))  # a busy machine is late
        self.assertEqual([], list((self.campaign / "work").iterdir()))
        for file in ("control", "live.json"):
            self.assertFalse((self.campaign / file).exists())
        self.assertEqual([], self.seawind.what_is_left())

        for verb in ("pause", "continue", "stop"):
            code, _, err = self.seawind.run(verb, self.campaign)
            self.assertEqual(code, 3)
            self.assertIn(f"the campaign {self.campaign}: it is not running; ", err)
        code, _, err = self.seawind.run("link", "watch", self.campaign, "--slot", "0")
        self.assertEqual(code, 3)
        self.assertIn(f"the campaign {self.campaign} is not running; ", err)

        # A request to a dead run does not apply to the next one.
        (self.campaign / "control").write_text("pause\n")
        process = self.seawind.start("resume", self.campaign)
        wait_for(self.runs, "a repetition that runs again")
        self.assertEqual(self.say("stop", self.campaign)["request"], "stop")
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)

    def change(self, *arguments):
        return self.seawind.run("link", "change", self.campaign, "--slot", "0", *arguments)

    def test_watched_and_changed_by_hand(self):
        process = self.start(LONG, "--repetitions", 2)
        first = self.live()["slots"][0]
        watcher = self.seawind.start("link", "watch", self.campaign, "--slot", "0", "--json",
                                     "--interval", "50ms")
        code, out, err = self.change("--set", "downlink.rate_base=200kbit/s", "--json")
        self.assertEqual(code, 0, err)
        changed = parse(out)["changed"]
        self.assertEqual(changed, [{"path": "link.downlink.rate_base", "before": "300kbit/s",
                                    "after": "200kbit/s"}])
        code, _, err = self.change("--outage", "300ms", "--direction", "down")
        self.assertEqual(code, 0, err)
        shown = self.say("link", "show", self.campaign, "--slot", "0")
        self.assertEqual((shown["case"], shown["version"]), (first["case"], 2))
        self.assertIn("rate_base: 200kbit/s", shown["link"])
        self.assertIn("affects: downlink", shown["link"])
        self.assertIn("limit: 20pkt", shown["downlink_router"])

        code, _, err = self.change("--set", "downlink.rate_base=32", "--set", "uplink.rate_bas=1kbit/s")
        self.assertEqual(code, 2)
        self.assertIn("--set downlink.rate_base: error: `rate_base` needs a unit", err)
        self.assertIn("did you mean `rate_base`?", err)
        code, _, err = self.change("--set", "downlink.rate_base=200kbit/s")
        self.assertEqual(code, 2)
        self.assertIn("nothing would change", err)

        out, err = watcher.communicate(timeout=60)
        self.assertEqual(watcher.returncode, 0, err)
        samples = [parse(line) for line in out.splitlines()]
        self.assertGreater(len(samples), 5)
        times = [s["link_time_ns"] for s in samples]
        self.assertEqual(times, sorted(times))  # one link: the attempt's, not its successor's
        self.assertEqual(samples[-1]["changes"], 2)
        self.assertGreater(samples[-1]["downlink"]["delivered_bytes"], 0)
        self.assertGreater(samples[-1]["downlink"]["delay_sum_ns"], 0)

        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0)
        # The changed attempt is kept, invalid, and its repetition was run again.
        by_hand = rows(self.campaign, "SELECT number, verdict, directory, reason FROM attempt "
                       "WHERE reason LIKE 'changed by hand: 2 changes of the running link%'")
        self.assertEqual([row[:2] for row in by_hand], [(first["repetition"], "invalid")])
        self.assertEqual(len(done(self.campaign)), 2)
        lines = (self.campaign / by_hand[0][2] / "changes.jsonl").read_text().splitlines()
        log = [json.loads(line) for line in lines]
        self.assertEqual([entry["asked"] for entry in log],
                         [{"set": {"downlink.rate_base": "200kbit/s"}},
                          {"outage": {"length_ns": 300000000, "affects": "downlink"}}])
        self.assertEqual(log[0]["changed"], changed)
        self.assertIn("(seawind)", log[0]["who"])
        self.assertEqual(
            rows(self.campaign, "SELECT value FROM metric WHERE metric = 'manual_changes'"), [(2.0,)])
        code, out, err = self.seawind.run("report", self.campaign, "--json")
        self.assertEqual(code, 0, err)
        self.assertIn("changed by hand: 2 changes", json.dumps(parse(out)["uncounted_attempts"]))

    def test_allowed_changes_count_and_are_reported(self):
        process = self.start(LONG, "--repetitions", 2, "--allow-changes")
        first = self.live()["slots"][0]
        code, _, err = self.change("--set", "downlink.rate_base=2Mbit/s")
        self.assertEqual(code, 0, err)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(
            rows(self.campaign, "SELECT a.number, a.verdict FROM attempt a JOIN metric m "
                 "ON m.attempt_id = a.id WHERE m.metric = 'manual_changes'"),
            [(first["repetition"], "valid")])
        code, out, err = self.seawind.run("report", self.campaign, "--json")
        self.assertEqual(code, 0, err)
        self.assertIn("was changed by hand", parse(out)["changed_by_hand"])


if __name__ == "__main__":
    unittest.main()
