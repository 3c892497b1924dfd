# SPDX-License-Identifier: GPL-3.0-or-later
"""The seawind command from a test set to a finished campaign, and its messages on errors."""
import shutil
import signal
import subprocess
import unittest

from support import BIN, TINY, Seawind, done, parse, rows, wait_for


class EndToEndTest(unittest.TestCase):
    def setUp(self):
        self.seawind = Seawind()
        self.campaign = self.seawind.path / "c"

    def tearDown(self):
        self.seawind.close()

    def run_tiny(self, *more):
        return self.seawind.run("run", TINY, "-o", self.campaign, *more)

    def test_runs_completely_and_leaves_nothing(self):
        code, out, err = self.run_tiny("--json")
        self.assertEqual(code, 0, err)
        summary = parse(out)
        self.assertEqual((summary["end"], summary["done"], summary["pending"]), ("complete", 4, 0))
        self.assertEqual([], self.seawind.what_is_left())
        self.assertEqual([], list((self.campaign / "work").iterdir()))
        for attempt in rows(self.campaign, "SELECT directory FROM attempt"):
            files = {p.name for p in (self.campaign / attempt[0]).iterdir()}
            self.assertLessEqual({"verdict.json", "link.json", "down-source.jsonl",
                                  "down-sink.jsonl", "up-source.jsonl", "up-sink.jsonl"}, files)
        elapsed = rows(self.campaign, "SELECT value FROM metric JOIN attempt ON attempt.id = attempt_id "
                       "WHERE metric = 'total_elapsed' AND verdict = 'valid'")
        self.assertEqual(len(elapsed), 4)
        # 200 000 B and headers at 4 Mbit/s take 0.41 s at least.
        self.assertTrue(all(0.41 < value < 5 for (value,) in elapsed), elapsed)
        before = done(self.campaign)
        code, out, err = self.seawind.run("resume", self.campaign)
        self.assertEqual(code, 0, err)
        self.assertEqual(before, done(self.campaign))
        code, out, err = self.seawind.run("status", self.campaign, "--json")
        self.assertEqual(code, 0, err)
        self.assertEqual(parse(out)["done"], 4)
        self.assertFalse(parse(out)["running"])

    def test_a_link_stays_until_the_last_fin_is_acknowledged(self):
        code, _, err = self.seawind.run("run", TINY.with_name("far.yaml"), "-o", self.campaign)
        self.assertEqual(code, 0, err)
        # The link was empty when it was removed, and no packet of the first link crossed the second one.
        for metric in "packets_held", "packets_stray":
            values = rows(self.campaign, f"SELECT value FROM metric WHERE metric = '{metric}'")
            self.assertEqual([(0,)] * 4, values, metric)
        # An answer takes 1.6 s, so that a SYN of today's kernel, 1 s, is repeated.
        (count,), = rows(self.campaign, "SELECT sum(value) FROM metric WHERE metric IN "
                         "('syn_retransmissions', 'reverse_syn_retransmissions')")
        self.assertLess(0, count)

    def test_super_packets_of_the_hosts_are_modelled_packet_by_packet(self):
        code, _, err = self.seawind.run("run", TINY.with_name("offloads.yaml"), "-o", self.campaign)
        self.assertEqual(code, 0, err)
        log = (self.campaign / "logs/seawindd.log").read_text()
        self.assertEqual(log.count(" port=super "), log.count("link created"))
        self.assertLess(0, log.count("link created"))
        # 350 000 B in segments of 1448 B, each with 40 B of headers and 12 B of time stamps.
        segments = -(-350_000 // 1448)
        values = rows(self.campaign, "SELECT value FROM metric JOIN attempt ON attempt.id = attempt_id "
                      "WHERE flow = 'down' AND metric = 'object_bytes' AND verdict = 'valid'")
        self.assertEqual([(350_000 + segments * 52,)] * 2, values)
        (lost,), = rows(self.campaign, "SELECT sum(value) FROM metric WHERE metric IN "
                        "('drops_oversize', 'drops_malformed')")
        self.assertEqual(lost, 0)

    def test_an_entry_of_the_timeline_after_the_end_is_told(self):
        code, _, err = self.seawind.run("run", TINY.with_name("missed.yaml"), "-o", self.campaign)
        self.assertEqual(code, 0, err)
        self.assertIn("ended before entries of the timeline: quick/small/plain/short 2 of 2 before 4s.\n", err)
        self.assertEqual([(1,)] * 2, rows(self.campaign, "SELECT value FROM metric JOIN attempt ON attempt.id = "
                                          "attempt_id WHERE metric = 'timeline_missed' AND verdict = 'valid'"))

    def test_an_until_that_is_not_reached_is_told(self):
        code, _, err = self.seawind.run("run", TINY.with_name("misspelt.yaml"), "-o", self.campaign)
        self.assertEqual(code, 0, err)
        self.assertIn("`until` is not reached: no repetition of quick/small/plain/short has the metric elapsd.\n", err)

    def test_packets_that_are_no_flows_make_it_invalid(self):
        code, _, _ = self.seawind.run("run", TINY.with_name("visited.yaml"), "-o", self.campaign)
        self.assertNotEqual(code, 0)
        (verdict, reason), = rows(self.campaign, "SELECT verdict, reason FROM attempt")
        self.assertEqual(verdict, "invalid")
        self.assertIn("2 stray packets crossed the link", reason)

    def test_warm_up_goes_first_and_is_no_part_of_it(self):
        code, _, err = self.seawind.run("run", TINY.with_name("warm.yaml"), "-o", self.campaign)
        self.assertEqual(code, 0, err)
        (directory,), = rows(self.campaign, "SELECT directory FROM attempt")
        starts = []
        for name in "+warm-up", "+warm-up-2", "down":
            log = (self.campaign / directory / f"{name}-source.jsonl").read_text().splitlines()
            lines = [parse(line) for line in log]
            self.assertEqual(lines[-1]["bytes"], 200000 if name == "down" else 40000)
            begun = next(line["t"] for line in lines if line["event"] == "connected")
            starts.append((begun, lines[-1]["t"]))
        first, second, down = starts
        self.assertLess(second[0], first[1])  # at the same time
        self.assertLess(max(first[1], second[1]), down[0])
        flows = rows(self.campaign, "SELECT DISTINCT flow FROM metric WHERE flow LIKE 'warm%'")
        self.assertEqual(flows, [])

    def test_same_seed_same_channel(self):
        self.assertEqual(self.run_tiny("--repetitions", 2)[0], 0)
        seeds = rows(self.campaign, "SELECT seed FROM repetition ORDER BY number")
        other = self.seawind.path / "other"
        self.assertEqual(self.seawind.run("run", TINY, "-o", other, "--repetitions", 2)[0], 0)
        self.assertEqual(seeds, rows(other, "SELECT seed FROM repetition ORDER BY number"))
        self.assertNotEqual(seeds[0], seeds[1])

    def test_interrupt_discards_what_runs_and_resume_completes(self):
        process = self.seawind.start("run", TINY, "-o", self.campaign, "--repetitions", 40, "--parallel", 2)
        wait_for(lambda: (self.campaign / "campaign.db").exists() and done(self.campaign),
                 "the first repetition")
        for number in signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT:  # two at once, as of `timeout`
            process.send_signal(number)
        _, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn(f"seawind: interrupted; continue with `seawind resume {self.campaign}`.", err)
        self.assertEqual([], self.seawind.what_is_left())
        plan = parse((self.campaign / "resolved.json").read_text(encoding="utf-8"))
        self.assertEqual("2", plan["test_set"]["parallel"])  # what a resumed campaign runs at once
        before = done(self.campaign)
        self.assertLess(len(before), 40)
        code, _, err = self.seawind.run("resume", self.campaign, "--parallel", "auto")
        self.assertEqual(code, 0, err)
        self.assertLessEqual(before, done(self.campaign))
        self.assertEqual(len(done(self.campaign)), 40)

    def test_several_test_sets_run_one_after_the_other(self):
        both = [TINY, TINY.with_name("brief.yaml")]
        code, out, err = self.seawind.run("run", *both, "-o", self.campaign, "--repetitions", 1, "--json")
        self.assertEqual(code, 0, err)
        self.assertEqual(2, out.count('"end": "complete"'))
        for name in "tiny", "brief":
            self.assertEqual(1, len(done(self.campaign / name)), name)
        self.assertEqual([], self.seawind.what_is_left())
        # The first campaign is refused, because its directory exists. The second one runs nevertheless; the exit
        # code reports the error.
        rows(self.campaign / "brief", "SELECT 1")
        shutil.rmtree(self.campaign / "brief")
        code, _, err = self.seawind.run("run", *both, "-o", self.campaign, "--repetitions", 1)
        self.assertEqual(code, 2, err)
        self.assertEqual(1, len(done(self.campaign / "brief")))

    def test_a_stop_ends_the_sequence(self):
        for stop in signal.SIGINT, signal.SIGHUP:
            folder = self.campaign / stop.name
            process = self.seawind.start("run", TINY.with_name("slow.yaml"), TINY, "-o", folder)
            wait_for(lambda: (folder / "slow" / "live.json").exists(), "the first campaign runs")
            process.send_signal(stop)
            _, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, err)
            self.assertIn("not run: " + str(TINY), err)
            self.assertFalse((folder / "tiny").exists())
            self.assertEqual([], self.seawind.what_is_left())

    def test_only_the_cases_that_meet_a_condition(self):
        code, _, err = self.run_tiny("--case", "tcp=plain & link~quick", "--repetitions", 1)
        self.assertEqual(code, 0, err)
        self.assertEqual(1, len(done(self.campaign)))
        for wrong, said in ("link=", "--case: "), ("link=none", "link: quick"):
            code, _, err = self.seawind.run("run", TINY, "-o", self.seawind.path / "none", "--case", wrong)
            self.assertEqual(code, 2, err)
            self.assertIn(said, err)
            self.assertFalse((self.seawind.path / "none").exists())

    def test_a_missing_generator_program_is_named(self):
        programs = self.seawind.path / "programs"
        programs.mkdir()
        for name in "seawind", "seawindd", "seawind-agent":
            shutil.copy(BIN / name, programs)
        result = subprocess.run([programs / "seawind", "run", TINY, "-o", self.campaign], text=True,
                                capture_output=True, timeout=60, env=self.seawind.environment)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("an agent of slot 0 ended with status 3, its log ends: seawind-agent: cannot run "
                      f"{programs}/seawind-workload: No such file or directory; the generators' program "
                      "is needed there", result.stderr)

    def test_one_controller_at_a_time(self):
        process = self.seawind.start("run", TINY, "-o", self.campaign, "--repetitions", 40)
        wait_for(lambda: (self.campaign / "campaign.db").exists(), "the campaign")
        code, _, err = self.seawind.run("resume", self.campaign)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(code, 3)
        self.assertEqual(err, f"seawind: cannot run the campaign {self.campaign}: another seawind is "
                              "running it\n")

    def test_existing_campaign(self):
        self.assertEqual(self.run_tiny("--repetitions", 1)[0], 0)
        code, _, err = self.run_tiny()
        self.assertEqual(code, 2)
        self.assertEqual(err, f"seawind: cannot make the campaign {self.campaign}: there is one "
                              f"already; continue it with `seawind resume {self.campaign}` or choose "
                              "another directory with -o\n")

    def test_unwritable_directory(self):
        (self.seawind.path / "file").touch()
        target = self.seawind.path / "file" / "c"
        code, _, err = self.seawind.run("run", TINY, "-o", target)
        self.assertEqual(code, 3)
        self.assertEqual(err, f"seawind: cannot make the campaign {target}: Not a directory; choose a "
                              "directory you can write to with -o\n")

    def test_directory_with_something_else(self):
        (self.campaign / "mine").mkdir(parents=True)
        code, _, err = self.run_tiny()
        self.assertEqual(code, 2)
        self.assertIn("it exists and is not an empty directory; choose another with -o", err)

    def test_not_a_campaign(self):
        for verb in ("resume", "status", "report"):
            code, _, err = self.seawind.run(verb, self.campaign)
            self.assertEqual(code, 2)
            self.assertEqual(err, f"seawind: cannot open the campaign {self.campaign}: there is no "
                                  "such directory\n")

    def test_changed_plan_is_refused(self):
        self.assertEqual(self.run_tiny("--repetitions", 1)[0], 0)
        with open(self.campaign / "resolved.json", "a", encoding="utf-8") as plan:
            plan.write("\n")
        for verb in (["resume"], ["report"], ["export", "--pcapng"]):
            code, _, err = self.seawind.run(*verb, self.campaign)
            self.assertNotEqual(code, 0)
            self.assertIn("resolved.json has been changed since it began", err)

    def test_wrong_usage(self):
        for arguments in (["run"], ["frobnicate"], ["run", TINY, "--parallel", "0"],
                          ["run", TINY, "--repetitions", "0"], ["run", "/nonexistent.yaml"]):
            code, _, err = self.seawind.run(*arguments)
            self.assertEqual(code, 2, arguments)
            self.assertNotEqual(err, "")


if __name__ == "__main__":
    unittest.main()
