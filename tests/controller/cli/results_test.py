#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seawind compare, plot, export and report: cases, metrics and repetitions by name, recipes."""
import contextlib
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import unittest

from cli_support import BIN, CONFIGS, SeawindCase


def seed_of(seed, number):
    """Output `number` of SplitMix64, as the signed number of the store."""
    bits = (1 << 64) - 1
    z = (seed + (number + 1) * 0x9e3779b97f4a7c15) & bits
    z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & bits
    z = ((z ^ z >> 27) * 0x94d049bb133111eb) & bits
    z ^= z >> 31
    return z - (1 << 64) if z >> 63 else z


class Results(SeawindCase):
    def campaign(self):
        """A store of two cases with three repetitions each (controller/store/schema.sql)."""
        directory = self.path / "campaign"
        directory.mkdir()
        db = sqlite3.connect(directory / "campaign.db")
        db.executescript((CONFIGS.parent / "controller/store/schema.sql").read_text())
        plan = json.dumps({"test_set": {"seed": "1"}, "cases": [
            {"index": case, "id": f"{link}/baseline/w1",
             "axes": {"link": link, "tcp": "baseline", "workload": "w1"}} for case, link in enumerate(["e0", "r4"])]})
        db.execute("INSERT INTO campaign VALUES (1, 'c', 't.yaml', ?, 1, '0.1', '{}', 0)",
                   (hashlib.sha256(plan.encode()).hexdigest(),))
        for case, link in enumerate(["e0", "r4"]):
            db.execute("INSERT INTO test_case VALUES (?, ?, ?, '', 'baseline', 'w1')",
                       (case, f"{link}/baseline/w1", link))
            for number in range(3):
                attempt = 1 + 3 * case + number
                db.execute("INSERT INTO repetition VALUES (?, ?, ?, 'done', ?)",
                           (case, number, seed_of(1, number), attempt))
                db.execute("INSERT INTO attempt VALUES (?, ?, ?, 0, 0, 1, 'valid', '', 'attempts/a', '', '', NULL)",
                           (attempt, case, number))
                for flow, metric, value in (("", "overall_throughput", 100 * case + number),
                                            ("bulk1", "delay_median", 0.5 + number)):
                    db.execute("INSERT INTO metric VALUES (?, ?, ?, 'B/s', ?)",
                               (attempt, flow, metric, value))
        db.commit()
        db.close()
        (directory / "resolved.json").write_text(plan)
        return directory

    def test_output_that_cannot_be_written_is_an_error(self):
        for arguments in (("report", self.campaign(), "--json"), ("--help",)):
            with open("/dev/full", "w") as full:
                done = subprocess.run([BIN / "seawind", *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                      timeout=120)
            self.assertEqual((3, "seawind: cannot write the output: No space left on device\n"),
                             (done.returncode, done.stderr))

    def test_messages_that_cannot_be_written_change_nothing(self):
        with open("/dev/full", "w") as full:
            self.assertEqual(2, subprocess.run([BIN / "seawind", "validate", "none.yaml"], stderr=full, timeout=120).returncode)

    def test_a_campaign_that_is_exchanged_meanwhile_stays_the_one_that_was_named(self):
        directory = self.campaign()
        victim = self.path / "victim"
        victim.mkdir()
        programs = self.path / "programs"
        programs.mkdir()
        (programs / "node").write_text(f"#!{sys.executable}\nimport os\nos.rename('{directory}', '{directory}-before')\n"
                                       f"os.symlink('{victim}', '{directory}')\nraise SystemExit(1)\n")
        (programs / "node").chmod(0o755)
        done = subprocess.run([BIN / "seawind", "report", directory], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertTrue(directory.is_symlink())
        self.assertEqual([], list(victim.iterdir()))
        self.assertTrue((self.path / "campaign-before/report/report.html").exists())
        self.assertTrue(done.stdout.endswith(f"page: {directory}/report/report.html\n"), done.stdout)

    def test_every_verb_names_the_nearest_case_or_metric(self):
        directory = self.campaign()
        case, metric = "e0/baseline/w1", "bulk1/delay_median"
        recipe = self.path / "r.yaml"
        recipe.write_text("view: cdf\nmetric: bulk1/delay_medan\n")
        near_case, near_metric = f"did you mean `{case}`?", f"did you mean `{metric}`?"
        svg = ("-o", "p.svg")
        for near, arguments in (
                (near_case, ("compare", directory, "--against", "e0/baselin/w1", "--metric", metric)),
                (near_case, ("export", directory, "--csv", "--case", "e0/baselin/w1")),
                (near_case, ("export", directory, "--csv", "--repetition", "e0/baselin/w1/0")),
                (near_case, ("plot", directory, "timeline", "--repetition", "e0/baselin/w1/0", *svg)),
                (near_case, ("report", directory, "--repetition", "e0/baselin/w1/0")),
                (near_case, ("report", directory, "--json", "--repetition", "e0/baselin/w1/0")),
                (near_metric, ("compare", directory, "--against", case, "--metric", "bulk1/delay_medan")),
                (near_metric, ("compare", directory, directory, "--metric", "delay_median")),
                (near_metric, ("plot", directory, "answer", "--metric", "bulk1/delay_medan", *svg)),
                (near_metric, ("plot", directory, "boxes", "--metric", "bulk1/delay_medan", *svg)),
                (near_metric, ("plot", directory, "starts", "--metric", "bulk1/delay_medan", *svg)),
                (near_metric, ("plot", directory, "--recipe", recipe, *svg)),
                ("cannot find repetition e0/baseline/w1/7", ("plot", directory, "timeline",
                                                             "--repetition", f"{case}/7", *svg)),
                ("cannot find repetition e0/baseline/w1/7", ("report", directory, "--repetition",
                                                             f"{case}/7")),
                ("cannot export repetition 7", ("export", directory, "--csv", "--repetition", "7")),
                ("cannot parse the repetition `x`", ("export", directory, "--csv", "--repetition",
                                                     "x"))):
            self.assertIn(near, self.fails(2, *arguments))
            self.assertFalse((self.path / "p.svg").exists(), arguments)

    def test_a_metric_that_can_be_compared_can_be_plotted(self):
        directory = self.campaign()
        for metric in ("overall_throughput", "bulk1/delay_median"):
            self.ok("compare", directory, "--against", "e0/baseline/w1", "--metric", metric)
            self.ok("plot", directory, "answer", "--metric", metric, "-o", "p.svg")
            drawn = json.loads((directory / "report/plots/plot-answer.json").read_text())
            self.assertEqual([answer["n"] for answer in drawn["data"]["comparison"]["answers"]], [3])
            self.assertEqual("/".join(filter(None, drawn["pictures"][0]["metric"])), metric)
            (self.path / "p.svg").unlink()

    def test_a_recipe_draws_the_cases_it_selects(self):
        directory = self.campaign()
        recipe = self.path / "delay.yaml"
        recipe.write_text("view: versus\nmetric: bulk1/delay_median\nagainst: overall_throughput\n"
                          "cases: link=r4\ny: {from: 0}\n")
        self.ok("plot", directory, "--recipe", recipe, "-o", "p.svg")
        self.assertIn("<svg", (self.path / "p.svg").read_text())
        drawn = json.loads((directory / "report/plots/plot-versus.json").read_text())
        [picture] = drawn["pictures"]
        self.assertEqual(["r4/baseline/w1"], [drawn["data"]["cases"][i]["name"] for i in picture["cases"]])
        self.assertEqual([["bulk1", "delay_median"], ["", "overall_throughput"], [0, None]],
                         [picture["metric"], picture["against"], picture["y"]["ends"]])
        self.assertIn("what excludes --recipe", self.fails(2, "plot", directory, "boxes", "--recipe", recipe, "-o", "p.svg"))
        recipe.write_text("view: cdf\nmetrik: x\n")
        self.assertIn("delay.yaml:2:1: error: unknown key `metrik`",
                      self.fails(2, "plot", directory, "--recipe", recipe, "-o", "p.svg"))
        self.assertIn("--recipe", self.fails(2, "plot", directory, "-o", "p.svg"))

    def test_options_without_an_effect_are_errors(self):
        directory = self.campaign()
        for words, arguments in (
                ("`--metric` is of a comparison", ("compare", directory, "--metric", "bulk1/delay_median")),
                ("`--confidence` is of a comparison", ("compare", directory, "--confidence", "0.9")),
                ("`--metric` has no effect on `delay`", ("plot", directory, "delay", "--metric", "bulk1/delay_median")),
                ("`--flow` has no effect on `timeline`", ("plot", directory, "timeline", "--flow", "bulk1")),
                ("`--against` has no effect on `cdf`", ("plot", directory, "cdf", "--against", "bulk1/delay_median")),
                ("`--repetition` has no effect on `boxes`", ("plot", directory, "boxes", "--repetition", "e0/baseline/w1/0"))):
            options = ("-o", self.path / "p.svg") if arguments[0] == "plot" else ()
            self.assertIn(words, self.fails(2, *arguments, *options))

    def test_an_unknown_choice_is_refused_with_the_choices(self):
        directory = self.campaign()
        for given in ("foo", "2"):
            self.assertIn(f"--courses: {given} not in {{all,auto,first,none}}",
                          self.fails(2, "report", directory, "--courses", given))
            self.assertIn(f"--end: {given} not in {{both,fixed,mobile}}",
                          self.fails(2, "export", directory, "--pcapng", "--end", given))

    def test_a_complete_campaign_need_not_be_resumed(self):
        directory = self.campaign()
        for words in (("pause",), ("continue",), ("stop",), ("link", "show", "--slot", "0")):
            said = self.fails(3, *words, directory)
            self.assertIn("is not running: no repetition is missing\n", said)
            self.assertNotIn("seawind resume", said)
        with contextlib.closing(sqlite3.connect(directory / "campaign.db")) as db:
            db.execute("UPDATE repetition SET state = 'pending', attempt_id = NULL WHERE number = 2")
            db.commit()
        for words in (("pause",), ("link", "show", "--slot", "0")):
            self.assertIn("is not running; `seawind resume", self.fails(3, *words, directory))

    def test_an_outage_without_a_length_is_refused(self):
        self.assertIn("--outage: `x` is not a number with a unit: write 300ms",
                      self.fails(2, "link", "change", self.campaign(), "--slot", "0", "--outage", "x"))

    def test_attempts_that_do_not_count_are_shown(self):
        directory = self.campaign()
        with contextlib.closing(sqlite3.connect(directory / "campaign.db")) as db:
            for number, shown in ((1, "1 attempt invalid, 0 failed; the last:\n"),
                                  (2, "2 attempts invalid, 0 failed; the last:\n")):
                db.execute("INSERT INTO attempt VALUES (?, 0, 0, 0, 0, 1, 'invalid', 'late', 'attempts/b', '', '', NULL)",
                           (10 + number,))
                db.commit()
                self.assertIn(shown, self.ok("status", directory))

    def test_a_metric_over_another_needs_both(self):
        versus = ("plot", self.campaign(), "versus", "--metric", "bulk1/delay_median", "-o", "p.svg")
        self.assertIn("--against", self.fails(2, *versus))
        self.ok(*versus, "--against", "overall_throughput")
        self.assertIn("<svg", (self.path / "p.svg").read_text())


if __name__ == "__main__":
    unittest.main()
